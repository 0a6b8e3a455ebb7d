; Lazy Annotation Revisited (CAV 2014), Section 4, decision space: a large-block encoding, where one rule is the whole loop body
; and a decision fixes a path through it. The paper gives no program; here it is the loop of CAV 2006, Figure 1:
;   do { lock(); old = new; if (*) { unlock; new++; } } while (new != old);
; Expected: safe, by induction: L = 0 at the top of the loop.
(set-logic HORN)
(set-info :status sat)
; over L, new, old
(declare-fun loop (Int Int Int) Bool)
; L = 0
(assert (forall ((new Int) (old Int)) (loop 0 new old)))
; the whole body: lock(); old = new; if (*) { ... }; new != old
(assert (forall ((L Int) (new Int) (old Int) (L1 Int) (new1 Int) (old1 Int))
  (=> (and (loop L new old)
           (= old1 new)
           (or (and (= L1 0) (= new1 (+ new 1)))
               (and (= L1 1) (= new1 new)))
           (not (= new1 old1)))
      (loop L1 new1 old1))))
; lock() with the lock held
(assert (forall ((L Int) (new Int) (old Int)) (=> (and (loop L new old) (not (= L 0))) false)))
(check-sat)
(get-model)
