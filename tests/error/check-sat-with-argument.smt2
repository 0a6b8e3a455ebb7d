; expect: 4:12: expected `)`, found `now`
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(check-sat now)
