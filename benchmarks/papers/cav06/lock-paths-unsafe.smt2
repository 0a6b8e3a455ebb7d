; Lazy Abstraction with Interpolants (CAV 2006), Figure 2: the two error paths that the unwinding refines first, as a tree:
; every vertex is a predicate, so nothing is cyclic. Program as in lock-safe.smt2 (over L, new, old):
;   vertex 0 --L=0--> 1;   1 --[L!=0]--> 2 (error)                                                  Figure 2a
;   1 --L=1; old=new--> 3 --new++------> 4 --[new!=old]--> 5;   5 --[L!=0]--> 6 (error)        Figure 2b, unlock forgotten
; Expected: unsafe, by the path to vertex 6.
(set-logic HORN)
(set-info :status unsat)
(declare-fun vertex1 (Int Int Int) Bool)
(declare-fun vertex2_error (Int Int Int) Bool)
(declare-fun vertex3 (Int Int Int) Bool)
(declare-fun vertex4 (Int Int Int) Bool)
(declare-fun vertex5 (Int Int Int) Bool)
(declare-fun vertex6_error (Int Int Int) Bool)
; L = 0
(assert (forall ((new Int) (old Int)) (vertex1 0 new old)))
; [L != 0]
(assert (forall ((L Int) (new Int) (old Int)) (=> (and (vertex1 L new old) (not (= L 0))) (vertex2_error L new old))))
; L = 1; old = new
(assert (forall ((L Int) (new Int) (old Int)) (=> (vertex1 L new old) (vertex3 1 new new))))
; new++
(assert (forall ((L Int) (new Int) (old Int)) (=> (vertex3 L new old) (vertex4 L (+ new 1) old))))
; [new != old]
(assert (forall ((L Int) (new Int) (old Int)) (=> (and (vertex4 L new old) (not (= new old))) (vertex5 L new old))))
; [L != 0]
(assert (forall ((L Int) (new Int) (old Int)) (=> (and (vertex5 L new old) (not (= L 0))) (vertex6_error L new old))))
; the first error vertex
(assert (forall ((L Int) (new Int) (old Int)) (=> (vertex2_error L new old) false)))
; the second error vertex
(assert (forall ((L Int) (new Int) (old Int)) (=> (vertex6_error L new old) false)))
(check-sat)
(get-proof)
