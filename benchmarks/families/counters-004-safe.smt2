; Growth family `counters`, n = 4: independent counters.
;   all c = 0; while (*) { any one c = c + 1; }
;   assert(each c >= 0)
; Expected: safe: each counter by itself.
(set-logic HORN)
(set-info :status sat)
(declare-fun state (Int Int Int Int) Bool)
; all c = 0
(assert (state 0 0 0 0))
; c1 = c1 + 1
(assert (forall ((c1 Int) (c2 Int) (c3 Int) (c4 Int)) (=> (state c1 c2 c3 c4) (state (+ c1 1) c2 c3 c4))))
; c2 = c2 + 1
(assert (forall ((c1 Int) (c2 Int) (c3 Int) (c4 Int)) (=> (state c1 c2 c3 c4) (state c1 (+ c2 1) c3 c4))))
; c3 = c3 + 1
(assert (forall ((c1 Int) (c2 Int) (c3 Int) (c4 Int)) (=> (state c1 c2 c3 c4) (state c1 c2 (+ c3 1) c4))))
; c4 = c4 + 1
(assert (forall ((c1 Int) (c2 Int) (c3 Int) (c4 Int)) (=> (state c1 c2 c3 c4) (state c1 c2 c3 (+ c4 1)))))
; assert((>= c1 0))
(assert (forall ((c1 Int) (c2 Int) (c3 Int) (c4 Int)) (=> (state c1 c2 c3 c4) (>= c1 0))))
; assert((>= c2 0))
(assert (forall ((c1 Int) (c2 Int) (c3 Int) (c4 Int)) (=> (state c1 c2 c3 c4) (>= c2 0))))
; assert((>= c3 0))
(assert (forall ((c1 Int) (c2 Int) (c3 Int) (c4 Int)) (=> (state c1 c2 c3 c4) (>= c3 0))))
; assert((>= c4 0))
(assert (forall ((c1 Int) (c2 Int) (c3 Int) (c4 Int)) (=> (state c1 c2 c3 c4) (>= c4 0))))
(check-sat)
