; expect: 4:15: unexpected `)`: expected a term
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (P 1 ()))
