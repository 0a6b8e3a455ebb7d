; expect: 4:1: this parenthesis is never closed: expected `)` before the end of the text
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P x x))
(check-sat)
