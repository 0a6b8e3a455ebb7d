; expect: 4:18: the indexed operator `rotate` is not supported
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (P 1 ((_ rotate 2) 3)))
