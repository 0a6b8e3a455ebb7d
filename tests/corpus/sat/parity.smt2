; Integer reasoning: no even number equals an odd one, though the rationals would allow it.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (= x (* 2 y)) (P x))))
(assert (forall ((x Int) (y Int)) (=> (= x (+ (* 2 y) 1)) (Q x))))
(assert (forall ((x Int)) (=> (and (P x) (Q x)) false)))
(check-sat)
