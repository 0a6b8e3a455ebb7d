; Several goals: the problem is safe only if none of them is derivable.
;   x = 0; while (x < 10) x = x + 1;
;   assert(x >= 0); assert(x <= 10); assert(x != 11)
; Expected: safe.
(set-logic HORN)
(set-info :status sat)
(declare-fun loop (Int) Bool)
; x = 0
(assert (loop 0))
; while (x < 10) x = x + 1
(assert (forall ((x Int)) (=> (and (loop x) (< x 10)) (loop (+ x 1)))))
; assert(x >= 0)
(assert (forall ((x Int)) (=> (loop x) (>= x 0))))
; assert(x <= 10)
(assert (forall ((x Int)) (=> (and (loop x) (> x 10)) false)))
; assert(x != 11)
(assert (not (loop 11)))
(check-sat)
(get-model)
