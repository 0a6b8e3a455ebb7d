; Two loops in a row: what the first counts up the second counts down.
;   x = 0; y = 0;
;   while (*) { x = x + 1; y = y + 1; }
;   while (x > 0) { x = x - 1; y = y - 1; }
;   assert(y == 0 && x != 0)
; Expected: unsafe at once, x = y = 0.
(set-logic HORN)
(set-info :status unsat)
(declare-fun up (Int Int) Bool)
(declare-fun down (Int Int) Bool)
; x = 0; y = 0
(assert (up 0 0))
; x = x + 1; y = y + 1
(assert (forall ((x Int) (y Int)) (=> (up x y) (up (+ x 1) (+ y 1)))))
; the first loop is left
(assert (forall ((x Int) (y Int)) (=> (up x y) (down x y))))
; while (x > 0): x = x - 1; y = y - 1
(assert (forall ((x Int) (y Int)) (=> (and (down x y) (> x 0)) (down (- x 1) (- y 1)))))
; assert(y == 0 && x != 0)
(assert (forall ((x Int) (y Int)) (=> (and (down x y) (<= x 0)) (and (= y 0) (not (= x 0))))))
(check-sat)
(get-proof)
