; expect: 4:40: `P` takes 2 arguments, found 3
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (=> (< x 0) (P x x x))))
