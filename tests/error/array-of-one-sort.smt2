; expect: 2:18: the sort `Array` takes 2 arguments, found 1
(declare-fun Q ((Array Int)) Bool)
