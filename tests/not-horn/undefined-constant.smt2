; expect: 5:1: `c` is a function without a definition
(set-logic HORN)
(declare-fun P (Int) Bool)
(declare-const c Int)
(assert (P c))
(check-sat)
