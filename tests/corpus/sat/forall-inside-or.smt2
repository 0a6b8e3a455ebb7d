; A universal premise inside a disjunction, over a sort of which the clause has no variable.
(set-logic HORN)
(declare-fun P (Int) Bool)
(declare-fun Q (Bool) Bool)
(assert (forall ((b Bool)) (=> (and b (or (forall ((k Int)) (=> (= k 3) (P k))) (not b))) (Q b))))
(assert (forall ((x Int)) (=> (and (P x) (> x 5)) false)))
(assert (forall ((b Bool)) (=> (and (Q b) (not b)) false)))
(check-sat)
