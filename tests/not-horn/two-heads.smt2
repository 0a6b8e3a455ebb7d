; expect: 6:1: not a Horn clause: it has 2 heads, `P` and `Q`
(set-logic HORN)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (> x 0) (or (P x) (Q x)))))
(check-sat)
