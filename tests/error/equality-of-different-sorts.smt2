; expect: 4:55: argument 3 of `=` has the sort (_ BitVec 4), expected sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int) (b (_ BitVec 4))) (=> (= x x b) (P x x))))
