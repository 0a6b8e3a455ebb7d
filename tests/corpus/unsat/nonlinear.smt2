; A rule with two premises of the same predicate, on different arguments.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (P 1))
(assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) (P (+ x y)))))
(assert (forall ((x Int)) (=> (P x) (not (= x 3)))))
(check-sat)
