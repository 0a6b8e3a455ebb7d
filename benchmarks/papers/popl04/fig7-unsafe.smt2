; Abstractions from Proofs (POPL 2004), Figure 7 and Example 1: cutting a flat trace.
;   pc1: assume(b > -2)       (the paper has b > 0)
;   pc2: c := 2 * b
;   pc3: a := b
;   pc4: a := a - 1            cut here: a <= c - 2
;   pc5: assume(a < b)
;   pc6: assume(a = c)
; Expected: unsafe. b = -1, a = c = -2.
(set-logic HORN)
(set-info :status unsat)
; all over a, b, c
(declare-fun pc1 (Int Int Int) Bool)
(declare-fun pc2 (Int Int Int) Bool)
(declare-fun pc3 (Int Int Int) Bool)
(declare-fun pc4 (Int Int Int) Bool)
(declare-fun pc5 (Int Int Int) Bool)
; pc1: assume(b > -2)
(assert (forall ((a Int) (b Int) (c Int)) (=> (> b (- 2)) (pc1 a b c))))
; pc2: c := 2 * b
(assert (forall ((a Int) (b Int) (c Int)) (=> (pc1 a b c) (pc2 a b (* 2 b)))))
; pc3: a := b
(assert (forall ((a Int) (b Int) (c Int)) (=> (pc2 a b c) (pc3 b b c))))
; pc4: a := a - 1
(assert (forall ((a Int) (b Int) (c Int)) (=> (pc3 a b c) (pc4 (- a 1) b c))))
; pc5: assume(a < b)
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (pc4 a b c) (< a b)) (pc5 a b c))))
; pc6: assume(a = c)
(assert (forall ((a Int) (b Int) (c Int)) (=> (and (pc5 a b c) (= a c)) false)))
(check-sat)
(get-proof)
