; Negations that cancel out around predicates, in head and body.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (not (not (= x 1))) (not (not (P x))))))
(assert (not (not (forall ((x Int)) (=> (not (not (P x))) false)))))
(check-sat)
