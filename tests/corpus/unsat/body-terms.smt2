; Premises whose arguments are terms and repeated variables.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int) Bool)
(assert (P 2 4))
(assert (forall ((x Int)) (=> (P x (* 2 x)) (P (- 5) (- 5)))))
(assert (forall ((x Int)) (=> (P x x) (> x 0))))
(check-sat)
