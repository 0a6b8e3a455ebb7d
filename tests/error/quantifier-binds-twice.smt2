; expect: 4:27: the variable `x` is bound twice here
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int) (x Int)) (P x x)))
