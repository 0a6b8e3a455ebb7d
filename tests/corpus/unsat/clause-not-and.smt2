; Clauses written as negated conjunctions; a negated head is a positive literal.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (not (and (= x 3) (not (P x))))))
(assert (forall ((x Int)) (not (and (P x) (> x 2)))))
(check-sat)
