; expect: 5:10: unknown symbol `P`: expected a declared name
(push 1)
(declare-fun P (Int) Bool)
(pop 1)
(assert (P 1))
