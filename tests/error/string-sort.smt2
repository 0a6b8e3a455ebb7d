; expect: 2:17: the sort `String` (strings) is not supported (supported are Bool, Int, Real, (_ BitVec n), (Array I E), datatypes and declared sorts with their standard operators)
(declare-fun Q (String) Bool)
