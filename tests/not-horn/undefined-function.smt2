; expect: 5:1: `f` is a function without a definition
(set-logic HORN)
(declare-fun P (Int) Bool)
(declare-fun f (Int) Int)
(assert (forall ((x Int)) (=> (= x (f x)) (P x))))
(check-sat)
