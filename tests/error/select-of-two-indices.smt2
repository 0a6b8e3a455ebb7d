; expect: 4:45: `select` takes 2 arguments, found 3
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((a (Array Int Int))) (P 1 (select a 1 2))))
