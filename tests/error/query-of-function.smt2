; expect: 3:8: expected a relation, found `f`
(declare-fun f (Int) Int)
(query f)
