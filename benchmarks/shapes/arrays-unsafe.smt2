; Arrays: a loop that must not overwrite the first cell.
;   a[0] = 7;
;   for (i = 0; i < n; i++) a[i] = i;
;   assert(a[0] == 7);
; Expected: unsafe, the first turn overwrites a[0].
(set-logic HORN)
(set-info :status unsat)
; a, i, n
(declare-fun loop ((Array Int Int) Int Int) Bool)
; a[0] = 7; i = 0
(assert (forall ((a (Array Int Int)) (n Int)) (loop (store a 0 7) 0 n)))
; a[i] = i; i++
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (loop a i n) (< i n)) (loop (store a i i) (+ i 1) n))))
; assert(a[0] == 7)
(assert (forall ((a (Array Int Int)) (i Int) (n Int)) (=> (and (loop a i n) (>= i n)) (= (select a 0) 7))))
(check-sat)
(get-proof)
