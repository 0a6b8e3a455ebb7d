; Lazy Annotation Revisited (CAV 2014), Section 5.2: "procedure P that calls Q twice on its input and then increments the
; result": Q(x, y), Q(y, z), x' = z + 1 => P(x, x'). The paper leaves Q open; here
;   Q(x) { y = *; assume(y >= x); return y; }
;   P(x) { return Q(Q(x)) + 1; }
;   main: assert(P(x) > x + 1);
; Expected: unsafe. Q may return its argument, then P(x) = x + 1.
(set-logic HORN)
(set-info :status unsat)
; both relate the argument to the result
(declare-fun Q (Int Int) Bool)
(declare-fun P (Int Int) Bool)
; Q: y = *; assume(y >= x); return y
(assert (forall ((x Int) (y Int)) (=> (>= y x) (Q x y))))
; P: return Q(Q(x)) + 1
(assert (forall ((x Int) (y Int) (z Int) (x1 Int)) (=> (and (Q x y) (Q y z) (= x1 (+ z 1))) (P x x1))))
; main: assert(P(x) > x + 1)
(assert (forall ((x Int) (x1 Int)) (=> (P x x1) (> x1 (+ x 1)))))
(check-sat)
(get-proof)
