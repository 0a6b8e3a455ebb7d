; Abstractions from Proofs (POPL 2004), Figure 9 and Example 4: cutting a trace with pointers. The store is an array M, as in
; the strongest postconditions of Figure 10 (the paper's own constraints name the cells one by one).
;   pc1: assume(x != y)
;   pc2: *x := 0
;   pc3: y := x
;   pc4: assume(y = x)         cut here: *y = 0
;   pc5: *y := *y + 1
;   pc6: assume(*x = 0)
; Expected: safe, the trace is infeasible: x and y are aliases, so *x = 1.
(set-logic HORN)
(set-info :status sat)
; all over the store M and the addresses x, y
(declare-fun pc1 ((Array Int Int) Int Int) Bool)
(declare-fun pc2 ((Array Int Int) Int Int) Bool)
(declare-fun pc3 ((Array Int Int) Int Int) Bool)
(declare-fun pc4 ((Array Int Int) Int Int) Bool)
(declare-fun pc5 ((Array Int Int) Int Int) Bool)
; pc1: assume(x != y)
(assert (forall ((M (Array Int Int)) (x Int) (y Int)) (=> (not (= x y)) (pc1 M x y))))
; pc2: *x := 0
(assert (forall ((M (Array Int Int)) (x Int) (y Int)) (=> (pc1 M x y) (pc2 (store M x 0) x y))))
; pc3: y := x
(assert (forall ((M (Array Int Int)) (x Int) (y Int)) (=> (pc2 M x y) (pc3 M x x))))
; pc4: assume(y = x)
(assert (forall ((M (Array Int Int)) (x Int) (y Int)) (=> (and (pc3 M x y) (= y x)) (pc4 M x y))))
; pc5: *y := *y + 1
(assert (forall ((M (Array Int Int)) (x Int) (y Int)) (=> (pc4 M x y) (pc5 (store M y (+ (select M y) 1)) x y))))
; pc6: assume(*x = 0)
(assert (forall ((M (Array Int Int)) (x Int) (y Int)) (=> (and (pc5 M x y) (= (select M x) 0)) false)))
(check-sat)
(get-model)
