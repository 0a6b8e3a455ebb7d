; A head that is a disjunction of one predicate and constraints: the constraints belong, negated, to the body.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (=> (P x) (or (< x 0) (Q x)))))
(assert (forall ((x Int)) (=> (Q x) false)))
(check-sat)
