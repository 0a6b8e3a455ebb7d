; An Interpolation Method for CLP Traversal (CP 2009), Figure 2a: three conditional additions (tree in Figure 3).
;   <0> if (*) then x := x + 1   <1> if (*) then x := x + 2   <2> if (*) then x := x + 4   <3>
; The rules are the paper's: to reduce the goal p0 is to run the program forward. The fact p3 holds where the target property fails.
; Goal: from x = 0 reach <3> with x > 6 (the paper's target is x <= 7).
; Expected: unsafe. 1 + 2 + 4 = 7.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p0 (Int) Bool)
(declare-fun p1 (Int) Bool)
(declare-fun p2 (Int) Bool)
(declare-fun p3 (Int) Bool)
; p0(X) :- p1(X'), X' = X + 1.
(assert (forall ((X Int) (X1 Int)) (=> (and (p1 X1) (= X1 (+ X 1))) (p0 X))))
; p0(X) :- p1(X).
(assert (forall ((X Int)) (=> (p1 X) (p0 X))))
; p1(X) :- p2(X'), X' = X + 2.
(assert (forall ((X Int) (X1 Int)) (=> (and (p2 X1) (= X1 (+ X 2))) (p1 X))))
; p1(X) :- p2(X).
(assert (forall ((X Int)) (=> (p2 X) (p1 X))))
; p2(X) :- p3(X'), X' = X + 4.
(assert (forall ((X Int) (X1 Int)) (=> (and (p3 X1) (= X1 (+ X 4))) (p2 X))))
; p2(X) :- p3(X).
(assert (forall ((X Int)) (=> (p3 X) (p2 X))))
; p3(X) where the target X <= 6 fails
(assert (forall ((X Int)) (=> (> X 6) (p3 X))))
; the goal p0(X), X = 0
(assert (forall ((X Int)) (=> (and (p0 X) (= X 0)) false)))
(check-sat)
(get-proof)
