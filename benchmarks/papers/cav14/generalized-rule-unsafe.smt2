; Lazy Annotation Revisited (CAV 2014), Appendix A.2: a generalised rule, whose body has a disjunction over subgoals. The paper
; gives no program; here
;   up(x)   { y = *; assume(y > x); return y; }
;   down(x) { y = *; assume(y < x); return y; }
;   away(x) { if (x >= 0) return up(x); else return down(x); }     one rule
;   main: assert(away(x) != 1);
; Expected: unsafe. away(0) may return 1.
(set-logic HORN)
(set-info :status unsat)
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
; main: assert(away(x) != 1)
(assert (forall ((x Int) (y Int)) (=> (away x y) (not (= y 1)))))
(check-sat)
(get-proof)
