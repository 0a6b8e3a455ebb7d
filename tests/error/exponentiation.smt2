; expect: 4:37: `^` is not supported with this exponent, `x` (supported are the natural numbers up to 1000)
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P x (^ 2 x))))
