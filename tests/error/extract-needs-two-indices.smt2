; expect: 3:52: unexpected `)`: expected the lowest bit
(declare-fun Q ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (Q ((_ extract 7) x))))
