; expect: 4:9: expected a formula of the sort Bool, found the sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (+ 1 2))
