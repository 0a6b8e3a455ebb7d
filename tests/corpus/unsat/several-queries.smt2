; Several queries; only the last one is violated.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (=> (P x) (> x 0))))
(assert (forall ((x Int)) (=> (P x) (< x 2))))
(assert (not (P 1)))
(check-sat)
