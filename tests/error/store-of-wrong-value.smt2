; expect: 3:53: argument 3 of `store` has the sort Bool, expected sort Int
(declare-fun Q ((Array Int Int)) Bool)
(assert (forall ((a (Array Int Int))) (Q (store a 1 true))))
