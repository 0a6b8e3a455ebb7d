; expect: 4:30: expected a formula of the sort Bool, found the sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(check-sat-assuming ((P 1 2) 3))
