; expect: 3:12: argument 1 of `Q` has the sort Real, expected sort Int
(declare-fun Q (Int) Bool)
(assert (Q 1.5))
