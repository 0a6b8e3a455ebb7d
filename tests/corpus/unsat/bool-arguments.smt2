; Boolean arguments, with formulas as actual arguments.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Bool Int) Bool)
(assert (forall ((x Int)) (=> (= x 1) (P (> x 0) x))))
(assert (forall ((b Bool) (x Int)) (=> (P b x) (P (and (not b) (= x 1)) (+ x 1)))))
(assert (forall ((b Bool) (x Int)) (=> (and (P b x) (xor b (= x 2))) (= x 2))))
(check-sat)
