; A let that names a predicate, used as a premise in one clause and as a head in another, so with both polarities.
; Spacer does not read this shape (unknown). By hand: P(1), Q(1).
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (forall ((x Int)) (let ((p (P x))) (and (=> (= x 1) p) (=> p (Q x))))))
(assert (forall ((x Int)) (let ((n (not (Q x)))) (or n (< x 1)))))
(check-sat)
