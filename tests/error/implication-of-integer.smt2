; expect: 4:47: argument 3 of `=>` has the sort Int, expected sort Bool
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (=> (P x x) (P x 1) x)))
