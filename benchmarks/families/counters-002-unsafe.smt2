; Growth family `counters`, n = 2: independent counters.
;   all c = 0; while (*) { any one c = c + 1; }
;   assert(c2 < 3, each other c >= 0)
; Expected: unsafe after three steps of the last counter.
(set-logic HORN)
(set-info :status unsat)
(declare-fun state (Int Int) Bool)
; all c = 0
(assert (state 0 0))
; c1 = c1 + 1
(assert (forall ((c1 Int) (c2 Int)) (=> (state c1 c2) (state (+ c1 1) c2))))
; c2 = c2 + 1
(assert (forall ((c1 Int) (c2 Int)) (=> (state c1 c2) (state c1 (+ c2 1)))))
; assert((>= c1 0))
(assert (forall ((c1 Int) (c2 Int)) (=> (state c1 c2) (>= c1 0))))
; assert((< c2 3))
(assert (forall ((c1 Int) (c2 Int)) (=> (state c1 c2) (< c2 3))))
(check-sat)
