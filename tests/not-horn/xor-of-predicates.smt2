; expect: 5:1: not a Horn clause: it has 2 heads
(set-logic HORN)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (forall ((x Int)) (xor (P x) (Q x))))
(check-sat)
