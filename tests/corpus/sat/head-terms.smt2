; Head arguments that are terms, constants and repeated variables.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int Int Int) Bool)
(declare-fun Q (Int Int) Bool)
(assert (forall ((x Int)) (P x x 7)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (Q (+ x 1) x))))
(assert (forall ((x Int)) (=> (Q x x) false)))
(check-sat)
