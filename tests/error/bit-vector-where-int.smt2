; expect: 3:12: argument 1 of `Q` has the sort (_ BitVec 2), expected sort Int
(declare-fun Q (Int) Bool)
(assert (Q #b01))
