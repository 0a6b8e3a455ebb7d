; Nested loops.
;   s = 0; i = 0;
;   while (i < n) { j = 0; while (j < i) { s = s + 1; j = j + 1; } i = i + 1; }
;   assert(s == 0)
; Expected: unsafe, n = 2 gives s = 1.
(set-logic HORN)
(set-info :status unsat)
; s, i, n
(declare-fun outer (Int Int Int) Bool)
; s, i, j, n
(declare-fun inner (Int Int Int Int) Bool)
; s = 0; i = 0
(assert (forall ((n Int)) (outer 0 0 n)))
; while (i < n): j = 0
(assert (forall ((s Int) (i Int) (n Int)) (=> (and (outer s i n) (< i n)) (inner s i 0 n))))
; while (j < i): s = s + 1; j = j + 1
(assert (forall ((s Int) (i Int) (j Int) (n Int)) (=> (and (inner s i j n) (< j i)) (inner (+ s 1) i (+ j 1) n))))
; i = i + 1
(assert (forall ((s Int) (i Int) (j Int) (n Int)) (=> (and (inner s i j n) (>= j i)) (outer s (+ i 1) n))))
; assert(s == 0)
(assert (forall ((s Int) (i Int) (n Int)) (=> (and (outer s i n) (>= i n)) (= s 0))))
(check-sat)
(get-proof)
