; Growth family `drivers`, n = 2: a dispatcher with three routines.
;   irp: one of 3 routines; 2 times: if (*) { lock; done++; unlock; }; if (done == 2) full; complete
;   assert(the lock is free, and the request is completed once)
; Expected: safe: each stage frees the lock that it takes.
(set-logic HORN)
(set-info :status sat)
(declare-fun dispatch (Int Int Int) Bool)
(declare-fun exit (Int Int Int) Bool)
(declare-fun error (Int Int Int) Bool)
(declare-fun r1_stage0 (Int Int Int) Bool)
(declare-fun r1_stage1 (Int Int Int) Bool)
(declare-fun r1_stage2 (Int Int Int) Bool)
(declare-fun r1_held0 (Int Int Int) Bool)
(declare-fun r1_worked0 (Int Int Int) Bool)
(declare-fun r1_held1 (Int Int Int) Bool)
(declare-fun r1_worked1 (Int Int Int) Bool)
(declare-fun r1_full (Int Int Int) Bool)
(declare-fun r2_stage0 (Int Int Int) Bool)
(declare-fun r2_stage1 (Int Int Int) Bool)
(declare-fun r2_stage2 (Int Int Int) Bool)
(declare-fun r2_held0 (Int Int Int) Bool)
(declare-fun r2_worked0 (Int Int Int) Bool)
(declare-fun r2_held1 (Int Int Int) Bool)
(declare-fun r2_worked1 (Int Int Int) Bool)
(declare-fun r2_full (Int Int Int) Bool)
(declare-fun r3_stage0 (Int Int Int) Bool)
(declare-fun r3_stage1 (Int Int Int) Bool)
(declare-fun r3_stage2 (Int Int Int) Bool)
(declare-fun r3_held0 (Int Int Int) Bool)
(declare-fun r3_worked0 (Int Int Int) Bool)
(declare-fun r3_held1 (Int Int Int) Bool)
(declare-fun r3_worked1 (Int Int Int) Bool)
(declare-fun r3_full (Int Int Int) Bool)
; lock = 0, status = 0, done = 0
(assert (dispatch 0 0 0))
; routine 1: pending
(assert (forall ((lock Int) (status Int) (done Int)) (=> (dispatch lock status done) (r1_stage0 lock 1 done))))
; stage 0: skip
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r1_stage0 lock status done) (r1_stage1 lock status done))))
; stage 0: lock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_stage0 lock status done) (= lock 0)) (r1_held0 1 status done))))
; stage 0: locked twice
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_stage0 lock status done) (not (= lock 0))) (error lock status done))))
; stage 0: work
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r1_held0 lock status done) (r1_worked0 lock status (+ done 1)))))
; stage 0: unlock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r1_worked0 lock status done) (r1_stage1 0 status done))))
; stage 0: not locked
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_worked0 lock status done) (= lock 0)) (error lock status done))))
; stage 1: skip
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r1_stage1 lock status done) (r1_stage2 lock status done))))
; stage 1: lock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_stage1 lock status done) (= lock 0)) (r1_held1 1 status done))))
; stage 1: locked twice
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_stage1 lock status done) (not (= lock 0))) (error lock status done))))
; stage 1: work
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r1_held1 lock status done) (r1_worked1 lock status (+ done 1)))))
; stage 1: unlock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r1_worked1 lock status done) (r1_stage2 0 status done))))
; stage 1: not locked
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_worked1 lock status done) (= lock 0)) (error lock status done))))
; routine 1: full
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_stage2 lock status done) (= done 2)) (r1_full lock status done))))
; routine 1: overrun
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_stage2 lock status done) (> done 2)) (error lock status done))))
; routine 1: complete
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_stage2 lock status done) (= status 1)) (exit lock 2 done))))
; routine 1: completed before
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_stage2 lock status done) (not (= status 1))) (error lock status done))))
; routine 1: complete
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_full lock status done) (= status 1)) (exit lock 2 done))))
; routine 1: completed before
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r1_full lock status done) (not (= status 1))) (error lock status done))))
; routine 2: pending
(assert (forall ((lock Int) (status Int) (done Int)) (=> (dispatch lock status done) (r2_stage0 lock 1 done))))
; stage 0: skip
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r2_stage0 lock status done) (r2_stage1 lock status done))))
; stage 0: lock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_stage0 lock status done) (= lock 0)) (r2_held0 1 status done))))
; stage 0: locked twice
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_stage0 lock status done) (not (= lock 0))) (error lock status done))))
; stage 0: work
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r2_held0 lock status done) (r2_worked0 lock status (+ done 1)))))
; stage 0: unlock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r2_worked0 lock status done) (r2_stage1 0 status done))))
; stage 0: not locked
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_worked0 lock status done) (= lock 0)) (error lock status done))))
; stage 1: skip
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r2_stage1 lock status done) (r2_stage2 lock status done))))
; stage 1: lock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_stage1 lock status done) (= lock 0)) (r2_held1 1 status done))))
; stage 1: locked twice
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_stage1 lock status done) (not (= lock 0))) (error lock status done))))
; stage 1: work
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r2_held1 lock status done) (r2_worked1 lock status (+ done 1)))))
; stage 1: unlock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r2_worked1 lock status done) (r2_stage2 0 status done))))
; stage 1: not locked
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_worked1 lock status done) (= lock 0)) (error lock status done))))
; routine 2: full
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_stage2 lock status done) (= done 2)) (r2_full lock status done))))
; routine 2: overrun
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_stage2 lock status done) (> done 2)) (error lock status done))))
; routine 2: complete
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_stage2 lock status done) (= status 1)) (exit lock 2 done))))
; routine 2: completed before
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_stage2 lock status done) (not (= status 1))) (error lock status done))))
; routine 2: complete
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_full lock status done) (= status 1)) (exit lock 2 done))))
; routine 2: completed before
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r2_full lock status done) (not (= status 1))) (error lock status done))))
; routine 3: pending
(assert (forall ((lock Int) (status Int) (done Int)) (=> (dispatch lock status done) (r3_stage0 lock 1 done))))
; stage 0: skip
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r3_stage0 lock status done) (r3_stage1 lock status done))))
; stage 0: lock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_stage0 lock status done) (= lock 0)) (r3_held0 1 status done))))
; stage 0: locked twice
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_stage0 lock status done) (not (= lock 0))) (error lock status done))))
; stage 0: work
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r3_held0 lock status done) (r3_worked0 lock status (+ done 1)))))
; stage 0: unlock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r3_worked0 lock status done) (r3_stage1 0 status done))))
; stage 0: not locked
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_worked0 lock status done) (= lock 0)) (error lock status done))))
; stage 1: skip
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r3_stage1 lock status done) (r3_stage2 lock status done))))
; stage 1: lock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_stage1 lock status done) (= lock 0)) (r3_held1 1 status done))))
; stage 1: locked twice
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_stage1 lock status done) (not (= lock 0))) (error lock status done))))
; stage 1: work
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r3_held1 lock status done) (r3_worked1 lock status (+ done 1)))))
; stage 1: unlock
(assert (forall ((lock Int) (status Int) (done Int)) (=> (r3_worked1 lock status done) (r3_stage2 0 status done))))
; stage 1: not locked
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_worked1 lock status done) (= lock 0)) (error lock status done))))
; routine 3: full
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_stage2 lock status done) (= done 2)) (r3_full lock status done))))
; routine 3: overrun
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_stage2 lock status done) (> done 2)) (error lock status done))))
; routine 3: complete
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_stage2 lock status done) (= status 1)) (exit lock 2 done))))
; routine 3: completed before
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_stage2 lock status done) (not (= status 1))) (error lock status done))))
; routine 3: complete
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_full lock status done) (= status 1)) (exit lock 2 done))))
; routine 3: completed before
(assert (forall ((lock Int) (status Int) (done Int)) (=> (and (r3_full lock status done) (not (= status 1))) (error lock status done))))
; the lock is free
(assert (forall ((lock Int) (status Int) (done Int)) (=> (exit lock status done) (= lock 0))))
; no error
(assert (forall ((lock Int) (status Int) (done Int)) (=> (error lock status done) false)))
(check-sat)
