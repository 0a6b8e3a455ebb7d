; distinct of three is pairwise.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int Int) Bool)
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (distinct x y z) (<= 0 x y z 2)) (P x y z))))
(assert (not (P 0 1 2)))
(check-sat)
