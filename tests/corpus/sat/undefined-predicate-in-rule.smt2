; A rule with a premise that no clause derives can never fire; its head is not derivable by it.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(declare-fun never (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (=> (and (P x) (never x)) (P (- x)))))
(assert (forall ((x Int)) (=> (P x) (> x 0))))
(check-sat)
