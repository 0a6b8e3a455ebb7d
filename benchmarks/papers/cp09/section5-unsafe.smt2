; An Interpolation Method for CLP Traversal (CP 2009), Section 5.1, the running example of Tables 1 and 2.
;   <0> x := x + 1   <1> if (z >= 0) then   <2> y := x   <3>
; The rules are the paper's: to reduce the goal p0 is to run the program forward. The fact p3 holds where the target property fails.
; Goal: from x = 0, y = 2 reach <3> with y < 2 (the paper's target is y >= 0).
; Expected: unsafe. z >= 0 leads to y = 1.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p0 (Int Int Int) Bool)
(declare-fun p1 (Int Int Int) Bool)
(declare-fun p2 (Int Int Int) Bool)
(declare-fun p3 (Int Int Int) Bool)
; p0(X, Y, Z) :- p1(X', Y, Z), X' = X + 1.
(assert (forall ((X Int) (Y Int) (Z Int) (X1 Int)) (=> (and (p1 X1 Y Z) (= X1 (+ X 1))) (p0 X Y Z))))
; p1(X, Y, Z) :- p2(X, Y, Z), Z >= 0.
(assert (forall ((X Int) (Y Int) (Z Int)) (=> (and (p2 X Y Z) (>= Z 0)) (p1 X Y Z))))
; p1(X, Y, Z) :- p3(X, Y, Z), Z < 0.
(assert (forall ((X Int) (Y Int) (Z Int)) (=> (and (p3 X Y Z) (< Z 0)) (p1 X Y Z))))
; p2(X, Y, Z) :- p3(X, Y', Z), Y' = X.
(assert (forall ((X Int) (Y Int) (Z Int) (Y1 Int)) (=> (and (p3 X Y1 Z) (= Y1 X)) (p2 X Y Z))))
; p3(X, Y, Z) where the target Y >= 2 fails
(assert (forall ((X Int) (Y Int) (Z Int)) (=> (< Y 2) (p3 X Y Z))))
; the goal p0(X, Y, Z), X = 0, Y = 2
(assert (forall ((X Int) (Y Int) (Z Int)) (=> (and (p0 X Y Z) (= X 0) (= Y 2)) false)))
(check-sat)
(get-proof)
