; A query written as a negated existential.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (P 3))
(assert (not (exists ((x Int)) (and (P x) (> x 2)))))
(check-sat)
