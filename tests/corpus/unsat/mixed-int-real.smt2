; An Int and a Real argument in one predicate, compared through to_real.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Real) Bool)
(assert (P 0 0.0))
(assert (forall ((n Int) (r Real)) (=> (P n r) (P (+ n 1) (+ r (/ 1.0 2.0))))))
(assert (forall ((n Int) (r Real)) (=> (P n r) (not (= (to_real n) (+ r 1.0))))))
(check-sat)
