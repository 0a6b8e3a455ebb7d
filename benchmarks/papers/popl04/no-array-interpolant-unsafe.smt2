; Abstractions from Proofs (POPL 2004), Section 6, "Constraints for modeling the store": the theory of arrays has no
; quantifier-free interpolants. Any solution for R is an interpolant of M' = upd(M, x, y) and
;   sel(M, a) != sel(M', a), sel(M, b) != sel(M', b)              (the paper has a != b as well)
; Expected: unsafe. a = b = x.
(set-logic HORN)
(set-info :status unsat)
(declare-fun R ((Array Int Int) (Array Int Int)) Bool)
; M' = upd(M, x, y)
(assert (forall ((M (Array Int Int)) (x Int) (y Int) (M1 (Array Int Int))) (=> (= M1 (store M x y)) (R M M1))))
; two cells, perhaps the same, have changed
(assert (forall ((M (Array Int Int)) (M1 (Array Int Int)) (a Int) (b Int))
  (=> (and (R M M1) (not (= (select M a) (select M1 a))) (not (= (select M b) (select M1 b)))) false)))
(check-sat)
(get-proof)
