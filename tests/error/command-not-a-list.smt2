; expect: 4:1: expected a command in parentheses, found `check-sat`
(set-logic HORN)
(declare-fun P (Int Int) Bool)
check-sat
