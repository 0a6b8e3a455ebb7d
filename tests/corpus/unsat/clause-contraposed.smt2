; A rule written the other way round: not Q implies not P. And a query with negation on the right.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (=> (not (Q x)) (not (P x)))))
(assert (forall ((x Int)) (=> (> x 0) (not (Q x)))))
(check-sat)
