; An Interpolation Method for CLP Traversal (CP 2009), Figure 4: why infeasible sequences must stay infeasible. At node (E),
; <2> with X = 2 and Y >= 1, the step x := x + 4 is infeasible because it needs Y < 1.
; The tree below (E) as it is: the label of (E) still knows Y >= 1.
;   (E) <2> if (y < 1) then x := x + 4  <3>
; The rules are the paper's; the fact p3 holds where the target x <= 5 fails.
; Expected: safe. x stays 2.
(set-logic HORN)
(set-info :status sat)
(declare-fun p2 (Int Int) Bool)
(declare-fun p3 (Int Int) Bool)
; p2(X, Y) :- p3(X, Y), Y >= 1.
(assert (forall ((X Int) (Y Int)) (=> (and (p3 X Y) (>= Y 1)) (p2 X Y))))
; p2(X, Y) :- p3(X', Y), X' = X + 4, Y < 1.
(assert (forall ((X Int) (Y Int) (X1 Int)) (=> (and (p3 X1 Y) (= X1 (+ X 4)) (< Y 1)) (p2 X Y))))
; p3(X, Y) where the target X <= 5 fails
(assert (forall ((X Int) (Y Int)) (=> (> X 5) (p3 X Y))))
; the goal (E): p2(X, Y), X = 2, Y >= 1
(assert (forall ((X Int) (Y Int)) (=> (and (p2 X Y) (= X 2) (>= Y 1)) false)))
(check-sat)
(get-model)
