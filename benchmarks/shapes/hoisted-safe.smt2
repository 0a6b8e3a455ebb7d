; A product that was computed before a loop, and is computed in it too: a compiler moved one of the two out.
;   h = n*m mod 7; i = 0; j = 0;
;   while (*) { i = i + 2*h; j = j + n*m mod 7; }
;   assert(i <= 2*j + 20)
; Expected: safe, since i = 2*j; that needs h = n*m mod 7, about which no assertion asks.
; Alphorn needs `--transform all,unhoist` (0.01 s), or luck (5 s to more than 20 s, as the constant of the assertion is chosen).
(set-logic HORN)
(set-info :status sat)
(declare-fun loop (Int Int Int Int Int) Bool)
; h = n*m mod 7; i = 0; j = 0
(assert (forall ((n Int) (m Int) (h Int)) (=> (= h (mod (* n m) 7)) (loop 0 0 n m h))))
; i = i + 2*h; j = j + n*m mod 7
(assert (forall ((i Int) (j Int) (n Int) (m Int) (h Int))
  (=> (loop i j n m h) (loop (+ i (* 2 h)) (+ j (mod (* n m) 7)) n m h))))
; assert(i <= 2*j + 20)
(assert (forall ((i Int) (j Int) (n Int) (m Int) (h Int)) (=> (loop i j n m h) (<= i (+ 20 (* 2 j))))))
(check-sat)
(get-model)
