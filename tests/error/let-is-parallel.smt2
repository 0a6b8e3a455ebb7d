; expect: 4:24: unknown symbol `x`: expected a declared name
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (let ((x 1) (y x)) (P x y)))
