; expect: 4:17: expected `)`, found a list
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (P 1 2) (P 2 3))
