; A universal in the head moves out.
; Spacer does not read this shape (unknown). By hand: P(3), Q(3, 4).
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int Int) Bool)
(assert (P 3))
(assert (forall ((x Int)) (=> (P x) (forall ((y Int)) (=> (> y x) (Q x y))))))
(assert (not (Q 3 4)))
(check-sat)
