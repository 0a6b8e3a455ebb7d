; Lazy Abstraction with Interpolants (CAV 2006), Figure 1. L is the state of the lock; the control-flow graph of
; Figure 1b starts with L = 0 and goes to ERR when lock() is called and L is not zero.
;   do {
;     lock();                    [L != 0] error; L = 1
;     old = new;
;     if (*) {
;       unlock;                  L = 0
;       new++;
;     }
;   } while (new != old);
; Expected: safe, by induction: L = 0 at the top of the loop (Figure 2c), because new != old only after an unlock.
(set-logic HORN)
(set-info :status sat)
; all over L, new, old
(declare-fun loop (Int Int Int) Bool)
(declare-fun locked (Int Int Int) Bool)
(declare-fun loop_test (Int Int Int) Bool)
(declare-fun exit (Int Int Int) Bool)
(declare-fun error (Int Int Int) Bool)
; L = 0
(assert (forall ((new Int) (old Int)) (loop 0 new old)))
; [L != 0], the lock is taken twice
(assert (forall ((L Int) (new Int) (old Int)) (=> (and (loop L new old) (not (= L 0))) (error L new old))))
; L = 1; old = new
(assert (forall ((L Int) (new Int) (old Int)) (=> (loop L new old) (locked 1 new new))))
; if (*) taken: L = 0; new++
(assert (forall ((L Int) (new Int) (old Int)) (=> (locked L new old) (loop_test 0 (+ new 1) old))))
; if (*) not taken
(assert (forall ((L Int) (new Int) (old Int)) (=> (locked L new old) (loop_test L new old))))
; [new != old], the next turn
(assert (forall ((L Int) (new Int) (old Int)) (=> (and (loop_test L new old) (not (= new old))) (loop L new old))))
; [new == old], the loop is left
(assert (forall ((L Int) (new Int) (old Int)) (=> (and (loop_test L new old) (= new old)) (exit L new old))))
; ERR
(assert (forall ((L Int) (new Int) (old Int)) (=> (error L new old) false)))
(check-sat)
(get-model)
