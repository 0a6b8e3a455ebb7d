; An Interpolation Method for CLP Traversal (CP 2009), Figure 1b, the CLP model of
;   <0> if (*) then x := x + 1
;   <1> if (y >= 1) then x := x + 2
;   <2> if (y < 1) then x := x + 4  <3>
; The rules are the paper's: to reduce the goal p0 is to run the program forward. The fact p3 holds where the target property fails.
; Goal: from x = 0 reach <3> with x > 5 (target x <= 5, Section 2.1 and Figure 4).
; Expected: safe. Only one of the last two tests holds; the interpolant at node (D) is X <= 1 and Y < 1.
(set-logic HORN)
(set-info :status sat)
(declare-fun p0 (Int Int) Bool)
(declare-fun p1 (Int Int) Bool)
(declare-fun p2 (Int Int) Bool)
(declare-fun p3 (Int Int) Bool)
; p0(X, Y) :- p1(X, Y).                        <0> skipped
(assert (forall ((X Int) (Y Int)) (=> (p1 X Y) (p0 X Y))))
; p0(X, Y) :- p1(X', Y), X' = X + 1.           <0> x := x + 1
(assert (forall ((X Int) (Y Int) (X1 Int)) (=> (and (p1 X1 Y) (= X1 (+ X 1))) (p0 X Y))))
; p1(X, Y) :- p2(X, Y), Y < 1.                 <1> skipped
(assert (forall ((X Int) (Y Int)) (=> (and (p2 X Y) (< Y 1)) (p1 X Y))))
; p1(X, Y) :- p2(X', Y), X' = X + 2, Y >= 1.   <1> x := x + 2
(assert (forall ((X Int) (Y Int) (X1 Int)) (=> (and (p2 X1 Y) (= X1 (+ X 2)) (>= Y 1)) (p1 X Y))))
; p2(X, Y) :- p3(X, Y), Y >= 1.                <2> skipped
(assert (forall ((X Int) (Y Int)) (=> (and (p3 X Y) (>= Y 1)) (p2 X Y))))
; p2(X, Y) :- p3(X', Y), X' = X + 4, Y < 1.    <2> x := x + 4
(assert (forall ((X Int) (Y Int) (X1 Int)) (=> (and (p3 X1 Y) (= X1 (+ X 4)) (< Y 1)) (p2 X Y))))
; p3(X, Y) where the target X <= 5 fails       <3>
(assert (forall ((X Int) (Y Int)) (=> (> X 5) (p3 X Y))))
; the goal p0(X, Y), X = 0
(assert (forall ((X Int) (Y Int)) (=> (and (p0 X Y) (= X 0)) false)))
(check-sat)
(get-model)
