; expect: 2:27: expected a width between 1 and 16777216 for the number of bits, found 0
(declare-fun Q ((_ BitVec 0)) Bool)
