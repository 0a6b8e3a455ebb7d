; expect: 3:50: argument 3 of `bvadd` has the sort (_ BitVec 4), expected sort (_ BitVec 8)
(declare-fun Q ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 8))) (Q (bvadd x x #x0))))
