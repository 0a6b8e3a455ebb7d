; expect: 4:47: argument 3 of `ite` has the sort (_ BitVec 1), expected sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P x (ite (> x 0) x #b1))))
