; expect: 4:13: `P` takes 2 arguments, found none
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (=> P false))
