; A let that names whole quantified clauses.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (let ((fact (forall ((x Int)) (=> (= x 1) (P x)))) (bad (exists ((x Int)) (P x)))) (and fact (not bad))))
(check-sat)
