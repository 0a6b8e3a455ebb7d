; A body variable that the head does not mention.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (> y 10) (= (* 2 y) x)) (P x))))
(assert (forall ((x Int) (y Int)) (=> (and (P x) (P (+ x y)) (> y 0)) (Q y))))
(assert (not (Q 2)))
(check-sat)
