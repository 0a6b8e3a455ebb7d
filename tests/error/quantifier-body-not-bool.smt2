; expect: 4:27: expected a formula of the sort Bool, found the sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (+ x 1)))
