; Incremental use: push and pop with several check-sat, each preceded by its own :status.
;   x = 0; while (*) x = x + 2
(set-logic HORN)
(declare-fun loop (Int) Bool)
; x = 0
(assert (loop 0))
; while (*) x = x + 2
(assert (forall ((x Int)) (=> (loop x) (loop (+ x 2)))))
; nothing is asked yet
(set-info :status sat)
(check-sat)
(push 1)
; assert(x >= 0): safe, by induction
(assert (forall ((x Int)) (=> (loop x) (>= x 0))))
(set-info :status sat)
(check-sat)
(push 1)
; assert(x != 4): unsafe
(assert (not (loop 4)))
(set-info :status unsat)
(check-sat)
(pop 1)
; only x >= 0 is asked again
(set-info :status sat)
(check-sat)
(pop 1)
; assert(x <= 5): unsafe
(assert (forall ((x Int)) (=> (loop x) (<= x 5))))
(set-info :status unsat)
(check-sat)
