; Chainable comparisons: (< 0 x y 4) is 0 < x and x < y and y < 4; so is equality.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (< 0 x y 4) (= x z 2)) (P z y))))
(assert (not (P 2 3)))
(check-sat)
