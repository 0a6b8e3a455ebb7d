; A rule whose head is a constraint is a query.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (P x) (> x 0))))
(check-sat)
