; Abstractions from Proofs (POPL 2004), Figure 4: an interpolant of inequalities as a Horn problem. Any solution for R is an
; interpolant of phi- = (0 <= y - x)(0 <= z - y) and phi+; the one of the figure is 0 <= z - x.
; phi+ = (0 <= x - z - 1).
; Expected: safe.
(set-logic HORN)
(set-info :status sat)
(declare-fun R (Int Int) Bool)
; phi-
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (<= 0 (- y x)) (<= 0 (- z y))) (R x z))))
; phi+
(assert (forall ((x Int) (z Int)) (=> (and (R x z) (<= 0 (- x z 1))) false)))
(check-sat)
(get-model)
