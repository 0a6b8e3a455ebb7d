; A query written as an implication of false.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (= x 3) (P x))))
(assert (forall ((x Int)) (=> (and (P x) (> x 2)) false)))
(check-sat)
