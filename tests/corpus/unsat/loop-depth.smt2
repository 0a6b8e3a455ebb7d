; A derivation that goes round a loop four times.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (P x) (P (+ x 2)))))
(assert (forall ((x Int)) (=> (P x) (not (= x 8)))))
(check-sat)
