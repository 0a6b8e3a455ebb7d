; expect: 5:10: unknown symbol `P`: expected a declared name
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(reset)
(assert (P 1 2))
