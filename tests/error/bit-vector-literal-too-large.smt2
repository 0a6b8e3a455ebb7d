; expect: 3:15: expected a value below 2^8, found `256`
(declare-fun Q ((_ BitVec 8)) Bool)
(assert (Q (_ bv256 8)))
