; expect: 4:40: argument 1 of `select` has the sort Int, expected an array
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P x (select x 1))))
