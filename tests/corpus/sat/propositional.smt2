; Predicates without arguments, bare as fact, premise and head.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun p () Bool)
(declare-const q Bool)
(declare-fun r () Bool)
(assert p)
(assert (=> q r))
(assert (=> (and p q) false))
(assert (=> r false))
(check-sat)
