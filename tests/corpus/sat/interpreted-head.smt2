; A rule whose head is a constraint is a query.
; needs: induction
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (=> (P x) (P (* 2 x)))))
(assert (forall ((x Int)) (=> (P x) (> x 0))))
(check-sat)
