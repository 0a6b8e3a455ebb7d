; expect: 5:27: `a` is already a defined name: expected a new name
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (! (P 1 2) :named a))
(assert (! (P 1 3) :named a))
