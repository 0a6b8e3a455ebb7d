; expect: 4:33: the operator `^` (exponentiation) is not supported (supported are Bool, Int, Real, (_ BitVec n), (Array I E), datatypes and declared sorts with their standard operators)
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P x (^ x 2))))
