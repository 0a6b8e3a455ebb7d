; expect: 4:17: unexpected `)`: no parenthesis is open here
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (P 1 2)))
(check-sat)
