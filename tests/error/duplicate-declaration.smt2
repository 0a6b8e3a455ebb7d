; expect: 4:14: `P` is already a declared function: expected a new name
(set-logic HORN)
(declare-fun P (Int Int) Bool)
(declare-fun P (Int) Bool)
