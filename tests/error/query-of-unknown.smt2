; expect: 3:8: unknown symbol `q`: expected a declared name
(declare-rel p (Int))
(query q)
