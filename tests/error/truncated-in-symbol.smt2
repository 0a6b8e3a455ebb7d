; expect: 4:39: this parenthesis is never closed: expected `)` before the end of the text
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (=> (< x 3) (P x x