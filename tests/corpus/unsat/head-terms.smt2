; Head arguments that are terms, constants and repeated variables.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int Int) Bool)
(assert (forall ((x Int)) (P x x 7)))
(assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P (+ x 1) x (- z y)))))
(assert (forall ((x Int)) (=> (P (+ x 1) x 5) false)))
(check-sat)
