; Bit-vectors: an unsigned byte that must not wrap around.
;   x = 0; while (x < 192) { old = x; x = x + 64; assert(x > old); }
; Expected: safe: x <= 192 and x is a multiple of 64.
(set-logic HORN)
(set-info :status sat)
(declare-fun loop ((_ BitVec 8)) Bool)
(declare-fun added ((_ BitVec 8) (_ BitVec 8)) Bool)
; x = 0
(assert (loop #x00))
; while (x < 192): old = x; x = x + 64
(assert (forall ((x (_ BitVec 8))) (=> (and (loop x) (bvult x #xc0)) (added x (bvadd x (_ bv64 8))))))
; the next turn
(assert (forall ((old (_ BitVec 8)) (x (_ BitVec 8))) (=> (added old x) (loop x))))
; assert(x > old)
(assert (forall ((old (_ BitVec 8)) (x (_ BitVec 8))) (=> (added old x) (bvugt x old))))
(check-sat)
(get-model)
