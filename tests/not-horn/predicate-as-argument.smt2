; expect: 5:1: not a Horn clause
(set-logic HORN)
(declare-fun P (Int) Bool)
(declare-fun Q (Bool) Bool)
(assert (forall ((x Int)) (Q (P x))))
(check-sat)
