; expect: 4:39: expected a term of a datatype, found the sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (P x (match x ((y y))))))
