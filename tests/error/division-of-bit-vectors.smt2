; expect: 3:44: argument 1 of `div` has the sort (_ BitVec 8), expected sort Int
(declare-fun Q (Int) Bool)
(assert (forall ((x (_ BitVec 8))) (Q (div x 2))))
