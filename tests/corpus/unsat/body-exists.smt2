; An existential in the body moves out as a universal.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (P 3))
(assert (forall ((x Int)) (=> (exists ((y Int)) (and (P y) (< x y))) (Q x))))
(assert (not (Q 2)))
(check-sat)
