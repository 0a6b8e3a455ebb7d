; expect: 4:9: expected an attribute, such as `:named`, after the term, found a list
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (! (P 1 2)))
