; Growth family `nested`, n = 2: loops in each other.
;   x = 0; for (i1 = 0; i1 < m; i1++) for (i2 = 0; i2 < m; i2++) ... x = x + 1;
;   assert(x >= 0)
; Expected: safe: x >= 0 at every head.
(set-logic HORN)
(set-info :status sat)
(declare-fun loop1 (Int Int Int) Bool)
(declare-fun loop2 (Int Int Int Int) Bool)
; x = 0, i1 = 0, any m
(assert (forall ((m Int)) (loop1 m 0 0)))
; into loop 2
(assert (forall ((m Int) (i1 Int) (x Int)) (=> (and (loop1 m i1 x) (< i1 m)) (loop2 m i1 0 x))))
; out of loop 2, i1++
(assert (forall ((m Int) (i1 Int) (i2 Int) (x Int)) (=> (and (loop2 m i1 i2 x) (>= i2 m)) (loop1 m (+ i1 1) x))))
; x = x + 1, i2++
(assert (forall ((m Int) (i1 Int) (i2 Int) (x Int)) (=> (and (loop2 m i1 i2 x) (< i2 m)) (loop2 m i1 (+ i2 1) (+ x 1)))))
; assert(x >= 0)
(assert (forall ((m Int) (i1 Int) (x Int)) (=> (and (loop1 m i1 x) (>= i1 m)) (>= x 0))))
(check-sat)
