; Boolean arguments, with formulas as actual arguments: the flag is set once x has passed 3.
; needs: induction
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Bool Int) Bool)
(assert (P false 0))
(assert (forall ((b Bool) (x Int)) (=> (P b x) (P (or b (> x 3)) (+ x 1)))))
(assert (forall ((b Bool) (x Int)) (=> (and (P b x) b) (> x 3))))
(check-sat)
