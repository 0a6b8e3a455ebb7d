; expect: 4:14: expected a term, found `forall`
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (P 1 forall))
