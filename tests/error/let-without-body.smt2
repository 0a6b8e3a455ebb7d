; expect: 4:21: unexpected `)`: expected a term
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (let ((x 1))))
