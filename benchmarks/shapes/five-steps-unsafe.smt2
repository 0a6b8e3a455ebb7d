; A loop with a bound of 5 and an assertion at the end.
;   x = 0; y = 0; while (x < 5) { x = x + 1; y = y + 2; }
;   assert(y == 11)
; Expected: unsafe, after exactly five turns.
(set-logic HORN)
(set-info :status unsat)
(declare-fun loop (Int Int) Bool)
(declare-fun end (Int Int) Bool)
; x = 0; y = 0
(assert (loop 0 0))
; while (x < 5): x = x + 1; y = y + 2
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (< x 5)) (loop (+ x 1) (+ y 2)))))
; the loop is left
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (>= x 5)) (end x y))))
; assert(y == 11)
(assert (forall ((x Int) (y Int)) (=> (end x y) (= y 11))))
(check-sat)
(get-proof)
