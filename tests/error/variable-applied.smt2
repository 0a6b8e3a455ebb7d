; expect: 4:31: `x` takes no arguments: it is not a function
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P (x 1) x)))
