; Lazy Annotation Revisited (CAV 2014), Section 2: a transition system unwound k = 3 steps, an acyclic problem (Definition 5).
; The paper leaves I, T and S open; here they are
;   x = 0; y = 0; repeat 3 times { if (*) { x = x + 1; y = y + 1; } else y = y + 3; }
;   assert(y <= x + 6);
; Expected: unsafe. y = 9 and x = 0 after three times y = y + 3.
(set-logic HORN)
(set-info :status unsat)
(declare-fun R0 (Int Int) Bool)
(declare-fun R1 (Int Int) Bool)
(declare-fun R2 (Int Int) Bool)
(declare-fun R3 (Int Int) Bool)
(define-fun T ((x Int) (y Int) (x1 Int) (y1 Int)) Bool
  (or (and (= x1 (+ x 1)) (= y1 (+ y 1))) (and (= x1 x) (= y1 (+ y 3)))))
; I: x = 0; y = 0
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (R0 x y))))
; the first step
(assert (forall ((x Int) (y Int) (x1 Int) (y1 Int)) (=> (and (R0 x y) (T x y x1 y1)) (R1 x1 y1))))
; the second step
(assert (forall ((x Int) (y Int) (x1 Int) (y1 Int)) (=> (and (R1 x y) (T x y x1 y1)) (R2 x1 y1))))
; the third step
(assert (forall ((x Int) (y Int) (x1 Int) (y1 Int)) (=> (and (R2 x y) (T x y x1 y1)) (R3 x1 y1))))
; S: assert(y <= x + 6)
(assert (forall ((x Int) (y Int)) (=> (R3 x y) (<= y (+ x 6)))))
(check-sat)
(get-proof)
