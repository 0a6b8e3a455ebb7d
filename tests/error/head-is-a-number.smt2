; expect: 4:10: expected the name of a function or operator, found `1`
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (1 2))
