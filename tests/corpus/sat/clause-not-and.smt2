; Clauses written as negated conjunctions; a negated head is a positive literal.
; needs: induction
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (not (and (= x 3) (not (P x))))))
(assert (forall ((x Int)) (not (and (P x) (not (P (+ x 2)))))))
(assert (forall ((x Int)) (not (and (P x) (< x 3)))))
(check-sat)
