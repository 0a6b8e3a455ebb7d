; Abstractions from Proofs (POPL 2004), Figure 5: an interpolant by resolution as a Horn problem. Any solution for R is an
; interpolant of phi- = (b or c) and phi+ = (not c)       (the paper has phi- = (b)(not b or c)).
; Expected: unsafe. b and not c.
(set-logic HORN)
(set-info :status unsat)
(declare-fun R (Bool) Bool)
; phi-
(assert (forall ((b Bool) (c Bool)) (=> (or b c) (R c))))
; phi+
(assert (forall ((c Bool)) (=> (and (R c) (not c)) false)))
(check-sat)
(get-proof)
