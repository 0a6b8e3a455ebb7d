; Nonlinear recursion: the Ackermann function.
;   ack(m, n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); }
;   assert(ack(m, n) > n)
; Expected: safe, by induction: ack(m, n) > n for m, n >= 0.
(set-logic HORN)
(set-info :status sat)
(declare-fun ack (Int Int Int) Bool)
; if (m == 0) return n + 1
(assert (forall ((n Int)) (=> (>= n 0) (ack 0 n (+ n 1)))))
; if (n == 0) return ack(m - 1, 1)
(assert (forall ((m Int) (r Int)) (=> (and (> m 0) (ack (- m 1) 1 r)) (ack m 0 r))))
; return ack(m - 1, ack(m, n - 1))
(assert (forall ((m Int) (n Int) (a Int) (r Int))
  (=> (and (> m 0) (> n 0) (ack m (- n 1) a) (ack (- m 1) a r)) (ack m n r))))
; assert(ack(m, n) > n)
(assert (forall ((m Int) (n Int) (r Int)) (=> (ack m n r) (> r n))))
(check-sat)
(get-model)
