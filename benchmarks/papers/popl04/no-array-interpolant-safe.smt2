; Abstractions from Proofs (POPL 2004), Section 6, "Constraints for modeling the store": the theory of arrays has no
; quantifier-free interpolants. Any solution for R is an interpolant of M' = upd(M, x, y) and
;   a != b, sel(M, a) != sel(M', a), sel(M, b) != sel(M', b)
; Expected: safe, since an update changes one cell only; but over M and M' alone this takes a quantifier (or an index that names
; the difference of two arrays). A solver without either may say unknown.
; Spacer (Z3 5.4) says so with inlining and finds no answer in 10 s without; cvc5 confirms the inlined formula.
(set-logic HORN)
(set-info :status sat)
(declare-fun R ((Array Int Int) (Array Int Int)) Bool)
; M' = upd(M, x, y)
(assert (forall ((M (Array Int Int)) (x Int) (y Int) (M1 (Array Int Int))) (=> (= M1 (store M x y)) (R M M1))))
; two different cells have changed
(assert (forall ((M (Array Int Int)) (M1 (Array Int Int)) (a Int) (b Int))
  (=> (and (R M M1) (not (= a b)) (not (= (select M a) (select M1 a))) (not (= (select M b) (select M1 b)))) false)))
(check-sat)
(get-model)
