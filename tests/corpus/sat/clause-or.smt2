; Clauses written as disjunctions of literals.
; needs: induction
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (or (P x) (not (= x 3)))))
(assert (forall ((x Int)) (or (not (P x)) (P (+ x 1)))))
(assert (forall ((x Int)) (or (>= x 3) (not (P x)))))
(check-sat)
