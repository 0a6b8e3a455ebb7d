; expect: 3:2: unknown command `declare_fun`: expected a command (did you mean `declare-fun`?)
(set-logic HORN)
(declare_fun P (Int) Bool)
