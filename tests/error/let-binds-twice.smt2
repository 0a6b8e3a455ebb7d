; expect: 4:22: the variable `x` is bound twice here
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (let ((x 1) (x 2)) (P x x)))
