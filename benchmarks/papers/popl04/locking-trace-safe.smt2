; Abstractions from Proofs (POPL 2004), Figure 1 (right): the spurious counterexample of the locking loop.
;   assume p1; lock(); assume !p1; assume p2; lock();
; The last lock() is an error when the lock is held; it is free at the start.
; Expected: safe, the trace is infeasible: it needs the predicate p1, and only between the first two assumptions.
(set-logic HORN)
(set-info :status sat)
; all over p1, p2, held
(declare-fun start (Bool Bool Bool) Bool)
(declare-fun after_assume_p1 (Bool Bool Bool) Bool)
(declare-fun after_lock (Bool Bool Bool) Bool)
(declare-fun after_assume_not_p1 (Bool Bool Bool) Bool)
(declare-fun after_assume_p2 (Bool Bool Bool) Bool)
; the lock is free
(assert (forall ((p1 Bool) (p2 Bool)) (start p1 p2 false)))
; assume p1
(assert (forall ((p1 Bool) (p2 Bool) (held Bool)) (=> (and (start p1 p2 held) p1) (after_assume_p1 p1 p2 held))))
; lock()
(assert (forall ((p1 Bool) (p2 Bool) (held Bool)) (=> (after_assume_p1 p1 p2 held) (after_lock p1 p2 true))))
; assume !p1
(assert (forall ((p1 Bool) (p2 Bool) (held Bool)) (=> (and (after_lock p1 p2 held) (not p1)) (after_assume_not_p1 p1 p2 held))))
; assume p2
(assert (forall ((p1 Bool) (p2 Bool) (held Bool)) (=> (and (after_assume_not_p1 p1 p2 held) p2) (after_assume_p2 p1 p2 held))))
; lock() of a held lock
(assert (forall ((p1 Bool) (p2 Bool) (held Bool)) (=> (and (after_assume_p2 p1 p2 held) held) false)))
(check-sat)
(get-model)
