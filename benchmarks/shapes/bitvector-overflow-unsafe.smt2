; Bit-vectors: an unsigned byte that must not wrap around.
;   x = 0; while (*) { old = x; x = x + 64; assert(x > old); }
; Expected: unsafe, 192 + 64 is 0.
(set-logic HORN)
(set-info :status unsat)
(declare-fun loop ((_ BitVec 8)) Bool)
(declare-fun added ((_ BitVec 8) (_ BitVec 8)) Bool)
; x = 0
(assert (loop #x00))
; while (*): old = x; x = x + 64
(assert (forall ((x (_ BitVec 8))) (=> (loop x) (added x (bvadd x (_ bv64 8))))))
; the next turn
(assert (forall ((old (_ BitVec 8)) (x (_ BitVec 8))) (=> (added old x) (loop x))))
; assert(x > old)
(assert (forall ((old (_ BitVec 8)) (x (_ BitVec 8))) (=> (added old x) (bvugt x old))))
(check-sat)
(get-proof)
