; expect: 4:14: unexpected character '`': expected a parenthesis, a symbol or a literal
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(assert (P 1 `2))
