; A predicate is declared but there is no clause at all.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(check-sat)
