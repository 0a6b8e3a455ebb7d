; A head that is itself an implication.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (=> (P x) (=> (> x 0) (Q x)))))
(assert (forall ((x Int)) (=> (Q x) (=> (P x) false))))
(check-sat)
