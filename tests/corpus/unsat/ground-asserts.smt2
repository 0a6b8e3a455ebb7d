; No quantifier anywhere: ground facts, a ground rule, a ground query.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int) Bool)
(assert (P 1 2))
(assert (=> (P 1 2) (P 2 3)))
(assert (not (P 2 3)))
(check-sat)
