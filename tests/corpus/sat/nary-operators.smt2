; Unary minus, unary and, unary or, and minus of three arguments, which is left-associative.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (and (or (and (= (- x) (- 1 2 3))))) (P x))))
(assert (forall ((x Int)) (=> (P x) (= x 4))))
(check-sat)
