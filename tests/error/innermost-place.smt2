; expect: 4:74: argument 2 of `*` has the sort (_ BitVec 4), expected sort Int
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (=> (and (P x x) (or (< x 1) (not (= (+ x (* 2 #b1010)) 3)))) false)))
