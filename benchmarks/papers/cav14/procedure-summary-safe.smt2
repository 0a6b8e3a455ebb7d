; Lazy Annotation Revisited (CAV 2014), Section 5.2: "procedure P that calls Q twice on its input and then increments the
; result": Q(x, y), Q(y, z), x' = z + 1 => P(x, x'). The paper leaves Q open; here
;   Q(x) { y = *; assume(y >= x); return y; }
;   P(x) { return Q(Q(x)) + 1; }
;   main: assert(P(x) > x);
; Expected: safe. One lemma about Q, y >= x, serves both calls.
(set-logic HORN)
(set-info :status sat)
; both relate the argument to the result
(declare-fun Q (Int Int) Bool)
(declare-fun P (Int Int) Bool)
; Q: y = *; assume(y >= x); return y
(assert (forall ((x Int) (y Int)) (=> (>= y x) (Q x y))))
; P: return Q(Q(x)) + 1
(assert (forall ((x Int) (y Int) (z Int) (x1 Int)) (=> (and (Q x y) (Q y z) (= x1 (+ z 1))) (P x x1))))
; main: assert(P(x) > x)
(assert (forall ((x Int) (x1 Int)) (=> (P x x1) (> x1 x))))
(check-sat)
(get-model)
