; An equality of two predicates is two implications; here the one from right to left is used.
; Spacer does not read this shape (unknown). By hand: Q(1), P(1).
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (Q 1))
(assert (forall ((x Int)) (= (P x) (Q x))))
(assert (forall ((x Int)) (=> (P x) false)))
(check-sat)
