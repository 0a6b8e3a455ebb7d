; expect: 4:17: unexpected `)`: expected a term
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (let ((x)) (P x x)))
