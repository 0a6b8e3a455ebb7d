; Several queries; none is violated.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (=> (P x) (> x 0))))
(assert (forall ((x Int)) (=> (P x) (< x 2))))
(assert (not (P 2)))
(check-sat)
