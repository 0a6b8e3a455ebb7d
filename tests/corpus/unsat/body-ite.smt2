; A body with predicates inside ite.
; Spacer does not read this shape (unknown). By hand: Q(-1), R(-1).
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(declare-fun R (Int) Bool)
(assert (forall ((x Int)) (=> (< x 0) (Q x))))
(assert (forall ((x Int)) (=> (ite (> x 0) (P x) (Q x)) (R x))))
(assert (forall ((x Int)) (=> (R x) false)))
(check-sat)
