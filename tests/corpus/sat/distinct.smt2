; distinct of three is pairwise: the first and the last differ as well.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int Int Int) Bool)
(assert (forall ((x Int) (y Int) (z Int)) (=> (distinct x y z) (P x y z))))
(assert (not (P 0 1 0)))
(assert (not (P 0 0 1)))
(check-sat)
