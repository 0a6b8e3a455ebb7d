; expect: 4:15: the operator `str.len` (strings) is not supported (supported are Bool, Int, Real, (_ BitVec n), (Array I E), datatypes and declared sorts with their standard operators)
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (P 1 (str.len x)))
