; Growth family `bounded`, n = 4: a loop with a constant bound.
;   x = 0; y = 0; while (x < 4) { x = x + 1; y = y + 2; }
;   assert(y == 8)
; Expected: safe, by induction (y = 2x and x <= 4) or by unwinding 4 times.
(set-logic HORN)
(set-info :status sat)
(declare-fun loop (Int Int) Bool)
; x = 0; y = 0
(assert (loop 0 0))
; x = x + 1; y = y + 2
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (< x 4)) (loop (+ x 1) (+ y 2)))))
; assert(y == 8)
(assert (forall ((x Int) (y Int)) (=> (and (loop x y) (>= x 4)) (= y 8))))
(check-sat)
