; expect: 2:14: expected a number: a symbol may not start with a digit: 2P
(declare-fun 2P (Int) Bool)
