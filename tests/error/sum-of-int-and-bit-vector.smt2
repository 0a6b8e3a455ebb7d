; expect: 4:56: argument 3 of `+` has the sort (_ BitVec 4), expected sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int) (b (_ BitVec 4))) (P x (+ x 1 b))))
