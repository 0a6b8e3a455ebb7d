; Premises whose arguments are terms and repeated variables.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int Int) Bool)
(assert (P 2 5))
(assert (forall ((x Int)) (=> (P x (* 2 x)) false)))
(assert (forall ((x Int)) (=> (P x x) false)))
(check-sat)
