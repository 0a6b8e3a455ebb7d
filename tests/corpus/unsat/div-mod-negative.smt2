; Division of and by negative numbers: the remainder is never negative.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (=> (= x (- 7)) (P (div x 2) (mod x 2)))))
(assert (forall ((q Int) (r Int)) (=> (P q r) (P (div q (- 3)) (mod q (- 3))))))
(assert (not (P 2 2)))
(check-sat)
