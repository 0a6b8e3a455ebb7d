; The only predicate of the query heads no clause, so nothing of it is derivable.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (and (P x) (Q x)) false)))
(check-sat)
