; expect: 3:23: expected an array sort, found `Int`
(declare-fun Q ((Array Int Int)) Bool)
(assert (Q ((as const Int) 0)))
