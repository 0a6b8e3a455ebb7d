; An Interpolation Method for CLP Traversal (CP 2009), Figure 1a, the program itself: a predicate holds in the reachable
; states of its location (fig1-safe.smt2 has the paper's CLP model, which runs the other way).
;   <0> if (*) then x := x + 1
;   <1> if (y >= 1) then x := x + 2
;   <2> if (y < 1) then x := x + 4  <3>
; Started with x = 0, target x <= 5 at <3>.
; Expected: safe. Only one of the last two tests holds.
(set-logic HORN)
(set-info :status sat)
(declare-fun at0 (Int Int) Bool)
(declare-fun at1 (Int Int) Bool)
(declare-fun at2 (Int Int) Bool)
(declare-fun at3 (Int Int) Bool)
; x = 0, any y
(assert (forall ((y Int)) (at0 0 y)))
; <0> if (*) not taken
(assert (forall ((x Int) (y Int)) (=> (at0 x y) (at1 x y))))
; <0> if (*) then x := x + 1
(assert (forall ((x Int) (y Int)) (=> (at0 x y) (at1 (+ x 1) y))))
; <1> if (y >= 1) then x := x + 2
(assert (forall ((x Int) (y Int)) (=> (and (at1 x y) (>= y 1)) (at2 (+ x 2) y))))
; <1> if (y >= 1) not taken
(assert (forall ((x Int) (y Int)) (=> (and (at1 x y) (< y 1)) (at2 x y))))
; <2> if (y < 1) then x := x + 4
(assert (forall ((x Int) (y Int)) (=> (and (at2 x y) (< y 1)) (at3 (+ x 4) y))))
; <2> if (y < 1) not taken
(assert (forall ((x Int) (y Int)) (=> (and (at2 x y) (>= y 1)) (at3 x y))))
; <3> the target x <= 5 fails
(assert (forall ((x Int) (y Int)) (=> (and (at3 x y) (> x 5)) false)))
(check-sat)
(get-model)
