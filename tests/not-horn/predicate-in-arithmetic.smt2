; expect: 5:1: not a Horn clause: a predicate is used as an argument
(set-logic HORN)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (forall ((x Int)) (=> (= x (ite (P x) 1 2)) (Q x))))
(check-sat)
