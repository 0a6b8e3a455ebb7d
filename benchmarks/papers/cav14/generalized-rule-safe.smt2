; Lazy Annotation Revisited (CAV 2014), Appendix A.2: a generalised rule, whose body has a disjunction over subgoals. The paper
; gives no program; here
;   up(x)   { y = *; assume(y > x); return y; }
;   down(x) { y = *; assume(y < x); return y; }
;   away(x) { if (x >= 0) return up(x); else return down(x); }     one rule
;   main: assert(away(x) != 0);
; Expected: safe. A premise whose branch is not taken is not needed, so up and down are never both expanded for one model.
(set-logic HORN)
(set-info :status sat)
(declare-fun up (Int Int) Bool)
(declare-fun down (Int Int) Bool)
(declare-fun away (Int Int) Bool)
; up: y = *; assume(y > x); return y
(assert (forall ((x Int) (y Int)) (=> (> y x) (up x y))))
; down: y = *; assume(y < x); return y
(assert (forall ((x Int) (y Int)) (=> (< y x) (down x y))))
; away: if (x >= 0) return up(x); else return down(x)
(assert (forall ((x Int) (y Int))
  (=> (or (and (>= x 0) (up x y)) (and (< x 0) (down x y))) (away x y))))
; main: assert(away(x) != 0)
(assert (forall ((x Int) (y Int)) (=> (away x y) (not (= y 0)))))
(check-sat)
(get-model)
