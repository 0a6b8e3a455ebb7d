; expect: 4:12: the variable `x` may only be used in `rule` and `query` (declare a constant with declare-const, or bind the variable with forall)
(declare-rel p (Int))
(declare-var x Int)
(assert (p x))
