; Lazy Annotation Revisited (CAV 2014), Section 5.2, the same call shape made recursive ("after converting program loops into
; tail-recursive procedures"):
;   P(x) { if (*) return x + 1; return P(P(x)) + 1; }
;   main: assert(P(x) != x + 3);
; Expected: unsafe. One recursive turn: P(P(x)) + 1 = x + 3.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int) Bool)
; P: if (*) return x + 1
(assert (forall ((x Int)) (P x (+ x 1))))
; P: return P(P(x)) + 1
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y) (P y z)) (P x (+ z 1)))))
; main: assert(P(x) != x + 3)
(assert (forall ((x Int) (x1 Int)) (=> (P x x1) (not (= x1 (+ x 3))))))
(check-sat)
(get-proof)
