; A body with predicates inside ite: the branch that is not chosen does not count.
; needs: bmc
; Spacer does not read this shape (unknown). By hand: P is never derivable; R needs Q at x <= 0, but Q holds only above 0.
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(declare-fun R (Int) Bool)
(assert (forall ((x Int)) (=> (> x 0) (Q x))))
(assert (forall ((x Int)) (=> (ite (> x 0) (P x) (Q x)) (R x))))
(assert (forall ((x Int)) (=> (R x) false)))
(check-sat)
