; Head arguments that are terms, constants and repeated variables.
; Spacer says unsat, cvc5 finds no answer. By hand: P(2, 2, 7), P(3, 2, 5).
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int Int) Bool)
(assert (forall ((x Int)) (P x x 7)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P (+ x 1) x (- z y)))))
(assert (forall ((x Int)) (=> (P (+ x 1) x 5) false)))
(check-sat)
