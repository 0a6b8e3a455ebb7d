; expect: 3:40: `(_ extract 8 1)`: expected 8 > high >= low
(declare-fun Q ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (Q ((_ extract 8 1) x))))
