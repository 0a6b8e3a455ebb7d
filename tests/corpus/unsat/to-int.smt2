; to_int rounds down, also below zero; is_int tells whole numbers.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Real Int) Bool)
(assert (forall ((r Real)) (=> (and (= (* 2.0 r) (- 3.0)) (not (is_int r))) (P r (to_int r)))))
(assert (forall ((r Real) (i Int)) (=> (P r i) (not (= i (- 2))))))
(check-sat)
