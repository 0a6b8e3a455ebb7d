; An empty script: no predicate, no clause.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(check-sat)
