; expect: 2:14: `select` is already a builtin operator: expected a new name
(declare-fun select (Int) Bool)
