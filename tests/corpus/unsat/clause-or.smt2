; Clauses written as disjunctions of literals.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (or (P x) (not (= x 3)))))
(assert (forall ((x Int)) (or (<= x 2) (not (P x)))))
(check-sat)
