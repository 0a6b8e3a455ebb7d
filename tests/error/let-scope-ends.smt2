; expect: 4:41: unknown symbol `x`: expected a declared name
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (and (let ((x 1)) (P x x)) (P 1 x)))
