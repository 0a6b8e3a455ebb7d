; Quantifiers directly under quantifiers, and one that binds nothing that is used.
; Spacer does not read this shape (unknown). By hand: P(4, 5).
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (forall ((y Int)) (=> (= y (+ x 1)) (P x y)))))
(assert (forall ((x Int) (unused Real)) (not (P x 5))))
(check-sat)
