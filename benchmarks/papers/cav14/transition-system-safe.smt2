; Lazy Annotation Revisited (CAV 2014), Section 2, clauses (1) and (2) and the query: I => R, R and T => R', R => S.
; The paper leaves I, T and S open; here they are the loop
;   x = 0; y = 0; while (*) { x = x + 1; y = y + 1; } assert(x == y);
; Expected: safe, by induction: R is x = y.
(set-logic HORN)
(set-info :status sat)
(declare-fun R (Int Int) Bool)
; I: x = 0; y = 0
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (R x y))))
; T: x = x + 1; y = y + 1
(assert (forall ((x Int) (y Int) (x1 Int) (y1 Int)) (=> (and (R x y) (= x1 (+ x 1)) (= y1 (+ y 1))) (R x1 y1))))
; S: assert(x == y)
(assert (forall ((x Int) (y Int)) (=> (R x y) (= x y))))
(check-sat)
(get-model)
