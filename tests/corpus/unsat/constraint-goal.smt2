; A query without any predicate, whose constraint is satisfiable.
(set-logic HORN)
(set-info :status unsat)
(assert (forall ((x Int)) (=> (and (> x 0) (< x 2)) false)))
(check-sat)
