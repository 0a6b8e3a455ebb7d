; A query written as an implication of false.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (= x 3) (P x))))
(assert (forall ((x Int)) (=> (and (P x) (> x 3)) false)))
(check-sat)
