; A let that names a predicate, used as a premise and, under a negation, as a head.
; needs: induction
; Spacer does not read this shape (unknown). By hand: P is x >= 1.
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (let ((p (P x)) (q (P (+ x 3)))) (and (=> (= x 1) p) (not (and p (not q)))))))
(assert (forall ((x Int)) (let ((n (not (P x)))) (or n (>= x 1)))))
(check-sat)
