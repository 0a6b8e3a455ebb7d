; An Interpolation Method for CLP Traversal (CP 2009), Figure 2b: a loop (tree in Figure 5). phi is left open; here it is x >= 10.
;   <0> if (phi(x)) skip else skip   <1> while (i <= n) { <2> y := y * (-y)   <3> i := i + 1 }   <4>
; The rules are the paper's: to reduce the goal p0 is to run the program forward. The fact p4 holds where the target y >= 0 fails.
; Goal: from y >= 0 and y <= 0 reach <4> with y < 0.
; Expected: safe, by induction: y >= 0 and y <= 0 together are invariant at <1>, neither is alone, phi may be deleted.
; The product of two variables is nonlinear arithmetic; fig2b-linear has the same shape without it.
(set-logic HORN)
(set-info :status sat)
; all over I, N, X, Y
(declare-fun p0 (Int Int Int Int) Bool)
(declare-fun p1 (Int Int Int Int) Bool)
(declare-fun p2 (Int Int Int Int) Bool)
(declare-fun p3 (Int Int Int Int) Bool)
(declare-fun p4 (Int Int Int Int) Bool)
; p0(I, N, X, Y) :- p1(I, N, X, Y), phi(X).
(assert (forall ((I Int) (N Int) (X Int) (Y Int)) (=> (and (p1 I N X Y) (>= X 10)) (p0 I N X Y))))
; p0(I, N, X, Y) :- p1(I, N, X, Y), not phi(X).
(assert (forall ((I Int) (N Int) (X Int) (Y Int)) (=> (and (p1 I N X Y) (not (>= X 10))) (p0 I N X Y))))
; p1(I, N, X, Y) :- p2(I, N, X, Y), I <= N.
(assert (forall ((I Int) (N Int) (X Int) (Y Int)) (=> (and (p2 I N X Y) (<= I N)) (p1 I N X Y))))
; p1(I, N, X, Y) :- p4(I, N, X, Y), I > N.
(assert (forall ((I Int) (N Int) (X Int) (Y Int)) (=> (and (p4 I N X Y) (> I N)) (p1 I N X Y))))
; p2(I, N, X, Y) :- p3(I, N, X, Y'), Y' = Y * (-Y).
(assert (forall ((I Int) (N Int) (X Int) (Y Int) (Y1 Int)) (=> (and (p3 I N X Y1) (= Y1 (* Y (- Y)))) (p2 I N X Y))))
; p3(I, N, X, Y) :- p1(I', N, X, Y), I' = I + 1.
(assert (forall ((I Int) (N Int) (X Int) (Y Int) (I1 Int)) (=> (and (p1 I1 N X Y) (= I1 (+ I 1))) (p3 I N X Y))))
; p4(I, N, X, Y) where the target Y >= 0 fails
(assert (forall ((I Int) (N Int) (X Int) (Y Int)) (=> (< Y 0) (p4 I N X Y))))
; the goal p0(I, N, X, Y), Y >= 0, Y <= 0
(assert (forall ((I Int) (N Int) (X Int) (Y Int)) (=> (and (p0 I N X Y) (>= Y 0) (<= Y 0)) false)))
(check-sat)
(get-model)
