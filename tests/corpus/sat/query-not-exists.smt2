; A query written as a negated existential.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (P 3))
(assert (not (exists ((x Int)) (and (P x) (> x 3)))))
(check-sat)
