; expect: 4:8: unknown symbol `invarient`: expected a declared name (did you mean `invariant`?)
(declare-fun invariant (Int) Bool)
(assert (forall ((x Int))
  (=> (invarient x) false)))
