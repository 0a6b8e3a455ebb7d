; expect: 4:33: argument 1 of `f` has the sort Int, expected the datatype `A`
(declare-datatype A ((mk (f Int))))
(declare-fun Q (Int) Bool)
(assert (forall ((x Int)) (Q (f x))))
