; expect: 4:36: unknown symbol `y`: expected a declared name
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (=> (= x y) (P x x))))
