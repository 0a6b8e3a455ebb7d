; expect: 4:18: unknown symbol `z`: expected a declared name
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(get-value ((P 1 z)))
