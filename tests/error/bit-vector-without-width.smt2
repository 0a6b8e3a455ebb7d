; expect: 2:17: expected the number of bits (write (_ BitVec 32))
(declare-fun Q (BitVec) Bool)
