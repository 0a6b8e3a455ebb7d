; expect: 4:36: expected a constructor, found `f`
(declare-datatype A ((mk (f Int))))
(declare-fun Q (A) Bool)
(assert (forall ((x A)) (=> ((_ is f) x) (Q x))))
