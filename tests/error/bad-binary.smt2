; expect: 3:12: expected `#x` and hexadecimal digits or `#b` and binary digits
(declare-fun Q ((_ BitVec 2)) Bool)
(assert (Q #b12))
