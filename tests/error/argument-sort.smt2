; expect: 4:41: argument 2 of `P` has the sort Bool, expected sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int) (b Bool)) (P x b)))
