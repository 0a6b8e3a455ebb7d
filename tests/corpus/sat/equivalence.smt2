; An equality of a predicate and a constraint is a rule and a query.
; needs: bmc
; Spacer does not read this shape (unknown). By hand: P and Q are x > 3.
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (forall ((x Int)) (= (P x) (> x 3))))
(assert (forall ((x Int)) (=> (P x) (Q x))))
(assert (not (Q 3)))
(check-sat)
