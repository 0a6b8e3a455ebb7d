; expect: 3:36: argument 1 of `div` has the sort Real, expected sort Int
(declare-fun Q (Int) Bool)
(assert (forall ((x Real)) (Q (div x 2))))
