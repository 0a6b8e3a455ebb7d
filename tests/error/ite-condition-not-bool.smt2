; expect: 4:37: argument 1 of `ite` has the sort Int, expected sort Bool
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P x (ite x 1 2))))
