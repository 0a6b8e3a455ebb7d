; expect: 4:48: argument 3 of `+` has the sort Bool, expected sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int) (b Bool)) (P x (+ x 1 b))))
