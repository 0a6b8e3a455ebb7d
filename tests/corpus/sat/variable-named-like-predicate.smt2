; A bound Boolean variable hides the propositional predicate of the same name.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Bool) Bool)
(declare-fun Q () Bool)
(assert Q)
(assert (forall ((Q Bool)) (=> (not Q) (P Q))))
(assert (not (P true)))
(check-sat)
