; A rule with two premises of the same predicate, on different arguments.
; needs: induction
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (P 1))
(assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) (P (+ x y)))))
(assert (forall ((x Int)) (=> (P x) (> x 0))))
(check-sat)
