; An Int and a Real argument in one predicate, compared through to_real.
; needs: induction
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int Real) Bool)
(assert (P 0 0.0))
(assert (forall ((n Int) (r Real)) (=> (P n r) (P (+ n 1) (+ r 0.5)))))
(assert (forall ((n Int) (r Real)) (=> (P n r) (>= (to_real n) r))))
(check-sat)
