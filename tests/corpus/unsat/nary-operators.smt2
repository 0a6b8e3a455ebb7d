; Operators of three and more arguments: minus is left-associative, products with constants are linear.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (and (= (- x 1 2 3) (+ 1 2 3 4)) (= (* 2 3 x) 96) (or false (= x 16) false)) (P x))))
(assert (forall ((x Int)) (=> (P x) false)))
(check-sat)
