; Growth family `bounded`, n = 8: a loop with a constant bound.
;   x = 0; y = 0; while (x < 8) { x = x + 1; y = y + 2; }
;   assert(y < 16)
; Expected: unsafe after 8 steps.
(set-logic HORN)
(set-info :status unsat)
(declare-fun loop (Int Int) Bool)
; x = 0; y = 0
(assert (loop 0 0))
; x = x + 1; y = y + 2
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (< x 8)) (loop (+ x 1) (+ y 2)))))
; assert(y < 16)
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (>= x 8)) (< y 16))))
(check-sat)
