; expect: 4:18: expected a variable with its sort, such as (x Int), found `x`
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall (x) (P x x)))
