; Abstractions from Proofs (POPL 2004), Figure 5: an interpolant by resolution as a Horn problem. Any solution for R is an
; interpolant of phi- = (b)(not b or c) and phi+ = (not c); the one of the figure is c.
; Expected: safe.
(set-logic HORN)
(set-info :status sat)
(declare-fun R (Bool) Bool)
; phi-
(assert (forall ((b Bool) (c Bool)) (=> (and b (or (not b) c)) (R c))))
; phi+
(assert (forall ((c Bool)) (=> (and (R c) (not c)) false)))
(check-sat)
(get-model)
