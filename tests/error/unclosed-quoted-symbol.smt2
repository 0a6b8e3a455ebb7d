; expect: 2:14: this quoted symbol is never closed: expected `|`
(declare-fun |P (Int) Bool)
(check-sat)
