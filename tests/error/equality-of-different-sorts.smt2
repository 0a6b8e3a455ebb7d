; expect: 4:47: argument 3 of `=` has the sort Bool, expected sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int) (b Bool)) (=> (= x x b) (P x x))))
