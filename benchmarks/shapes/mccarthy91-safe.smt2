; Nonlinear recursion: McCarthy's 91 function, a call inside a call.
;   mc(n) { if (n > 100) return n - 10; return mc(mc(n + 11)); }
;   assert(n > 101 || mc(n) == 91)
; Expected: safe, by induction: mc(n) = 91 for n <= 101, n - 10 above.
(set-logic HORN)
(set-info :status sat)
(declare-fun mc (Int Int) Bool)
; if (n > 100) return n - 10
(assert (forall ((n Int)) (=> (> n 100) (mc n (- n 10)))))
; return mc(mc(n + 11))
(assert (forall ((n Int) (m Int) (r Int)) (=> (and (<= n 100) (mc (+ n 11) m) (mc m r)) (mc n r))))
; assert(n > 101 || mc(n) == 91)
(assert (forall ((n Int) (r Int)) (=> (mc n r) (or (> n 101) (= r 91)))))
(check-sat)
(get-model)
