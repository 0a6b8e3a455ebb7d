; expect: 4:8: unexpected `)`: expected a formula
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert)
