; expect: 4:35: expected `)`, found a list
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P x x) (P x 1)))
