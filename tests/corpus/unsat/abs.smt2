; The absolute value.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (= (abs x) 3) (P x))))
(assert (forall ((x Int)) (=> (P x) (= x 3))))
(check-sat)
