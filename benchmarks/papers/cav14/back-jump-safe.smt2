; Lazy Annotation Revisited (CAV 2014), Section 4, back-jumping: Q is expanded, then R on another branch, and the conflict
; does not use what Q's expansion brought. The paper gives no program; here
;   Q(x) { y = *; assume(y == x || y == x + 1); return y; }
;   R(x) { z = *; assume(z > 0); return z; }
;   main: y = Q(x); z = R(x); assert(z > 0);
; Expected: safe. The lemma z > 0 about R is enough; nothing need be learned about Q.
(set-logic HORN)
(set-info :status sat)
(declare-fun Q (Int Int) Bool)
(declare-fun R (Int Int) Bool)
(declare-fun main_end (Int Int Int) Bool)
; Q: y = *; assume(y == x || y == x + 1); return y
(assert (forall ((x Int) (y Int)) (=> (or (= y x) (= y (+ x 1))) (Q x y))))
; R: z = *; assume(z > 0); return z
(assert (forall ((x Int) (z Int)) (=> (> z 0) (R x z))))
; main: y = Q(x); z = R(x)
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (Q x y) (R x z)) (main_end x y z))))
; main: assert(z > 0)
(assert (forall ((x Int) (y Int) (z Int)) (=> (main_end x y z) (> z 0))))
(check-sat)
(get-model)
