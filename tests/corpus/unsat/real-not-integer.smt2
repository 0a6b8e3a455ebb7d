; A real strictly between two neighbouring integers.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Real) Bool)
(assert (forall ((x Real)) (=> (< 0.0 x 1.0) (P x))))
(assert (forall ((x Real)) (=> (P x) (not (= (* 3.0 x) 1.0)))))
(check-sat)
