; expect: 4:10: `not` takes 1 argument, found 2
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (not (P 1 2) (P 2 3)))
