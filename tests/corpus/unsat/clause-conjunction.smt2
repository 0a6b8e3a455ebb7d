; One assertion that is a conjunction of clauses.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (and (P 0) (forall ((x Int)) (=> (P x) (P (+ x 1)))) (forall ((x Int)) (=> (P x) (< x 2)))))
(check-sat)
