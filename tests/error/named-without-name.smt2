; expect: 4:20: expected a name after `:named`, found `:named`
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (! (P 1 2) :named))
