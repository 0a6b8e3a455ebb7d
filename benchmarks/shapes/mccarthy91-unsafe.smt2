; Nonlinear recursion: McCarthy's 91 function, a call inside a call.
;   mc(n) { if (n > 100) return n - 10; return mc(mc(n + 11)); }
;   assert(n > 102 || mc(n) == 91)
; Expected: unsafe, mc(102) = 92.
(set-logic HORN)
(set-info :status unsat)
(declare-fun mc (Int Int) Bool)
; if (n > 100) return n - 10
(assert (forall ((n Int)) (=> (> n 100) (mc n (- n 10)))))
; return mc(mc(n + 11))
(assert (forall ((n Int) (m Int) (r Int)) (=> (and (<= n 100) (mc (+ n 11) m) (mc m r)) (mc n r))))
; assert(n > 102 || mc(n) == 91)
(assert (forall ((n Int) (r Int)) (=> (mc n r) (or (> n 102) (= r 91)))))
(check-sat)
(get-proof)
