; No quantifier anywhere: ground facts, a ground rule, a ground query.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int Int) Bool)
(declare-fun Q (Int Int) Bool)
(assert (P 1 2))
(assert (=> (P 2 1) (Q 2 3)))
(assert (not (Q 2 3)))
(check-sat)
