; expect: 4:26: unexpected `)`: expected a formula
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int))))
