; expect: 4:14: expected a term, found a string
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (P 1 "two"))
