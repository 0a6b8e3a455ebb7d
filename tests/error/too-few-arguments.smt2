; expect: 4:32: `P` takes 2 arguments, found 1
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (=> (P x) false)))
