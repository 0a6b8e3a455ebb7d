; Chainable comparisons: (< 0 x y 4) is 0 < x and x < y and y < 4; so is equality.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (< 0 x y 4) (= x z)) (P z y))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (>= 1 y x)) false)))
(check-sat)
