; An inner quantifier re-uses the name of an outer variable, with another sort.
; Spacer does not read this shape (unknown). By hand: P(1), Q(true).
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Bool) Bool)
(assert (forall ((x Int)) (=> (= x 1) (P x))))
(assert (forall ((x Int)) (=> (P x) (forall ((x Bool)) (=> x (Q x))))))
(assert (not (Q true)))
(check-sat)
