; Abstractions from Proofs (POPL 2004), Figure 1 (left) with n = 3. Locking and unlocking must alternate: it is an error to lock
; a lock that is held and to unlock one that is not.
;   while (*) {
;   1: if (p1) lock();  if (p1) unlock();
;   2: if (p2) lock();  if (p2) unlock();
;   3: if (p3) lock();  if (p3) unlock();
;   }
; The code not shown is taken to do nothing; the lock is free at the start.
; Expected: safe, by induction: the lock is free at 1, 2 and 3, and held = p_i between the tests of block i, where p_i is needed.
(set-logic HORN)
(set-info :status sat)
; all over p1, p2, p3, held
(declare-fun loop (Bool Bool Bool Bool) Bool)
(declare-fun unlock_1 (Bool Bool Bool Bool) Bool)
(declare-fun block_2 (Bool Bool Bool Bool) Bool)
(declare-fun unlock_2 (Bool Bool Bool Bool) Bool)
(declare-fun block_3 (Bool Bool Bool Bool) Bool)
(declare-fun unlock_3 (Bool Bool Bool Bool) Bool)
(declare-fun error () Bool)
; the lock is free
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool)) (loop p1 p2 p3 false)))
; 1: if (p1) lock() of a free lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (loop p1 p2 p3 held) p1 (not held)) (unlock_1 p1 p2 p3 true))))
; 1: if (p1) lock() of a held lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (loop p1 p2 p3 held) p1 held) error)))
; 1: if (p1) not taken
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (loop p1 p2 p3 held) (not p1)) (unlock_1 p1 p2 p3 held))))
; 1: if (p1) unlock() of a held lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (unlock_1 p1 p2 p3 held) p1 held) (block_2 p1 p2 p3 false))))
; 1: if (p1) unlock() of a free lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (unlock_1 p1 p2 p3 held) p1 (not held)) error)))
; 1: if (p1) not taken
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (unlock_1 p1 p2 p3 held) (not p1)) (block_2 p1 p2 p3 held))))
; 2: if (p2) lock() of a free lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (block_2 p1 p2 p3 held) p2 (not held)) (unlock_2 p1 p2 p3 true))))
; 2: if (p2) lock() of a held lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (block_2 p1 p2 p3 held) p2 held) error)))
; 2: if (p2) not taken
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (block_2 p1 p2 p3 held) (not p2)) (unlock_2 p1 p2 p3 held))))
; 2: if (p2) unlock() of a held lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (unlock_2 p1 p2 p3 held) p2 held) (block_3 p1 p2 p3 false))))
; 2: if (p2) unlock() of a free lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (unlock_2 p1 p2 p3 held) p2 (not held)) error)))
; 2: if (p2) not taken
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (unlock_2 p1 p2 p3 held) (not p2)) (block_3 p1 p2 p3 held))))
; 3: if (p3) lock() of a free lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (block_3 p1 p2 p3 held) p3 (not held)) (unlock_3 p1 p2 p3 true))))
; 3: if (p3) lock() of a held lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (block_3 p1 p2 p3 held) p3 held) error)))
; 3: if (p3) not taken
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (block_3 p1 p2 p3 held) (not p3)) (unlock_3 p1 p2 p3 held))))
; 3: if (p3) unlock() of a held lock, next turn
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (unlock_3 p1 p2 p3 held) p3 held) (loop p1 p2 p3 false))))
; 3: if (p3) unlock() of a free lock
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (unlock_3 p1 p2 p3 held) p3 (not held)) error)))
; 3: if (p3) not taken, next turn
(assert (forall ((p1 Bool) (p2 Bool) (p3 Bool) (held Bool)) (=> (and (unlock_3 p1 p2 p3 held) (not p3)) (loop p1 p2 p3 held))))
; the error is not reached
(assert (=> error false))
(check-sat)
(get-model)
