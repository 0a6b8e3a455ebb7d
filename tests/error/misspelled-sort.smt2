; expect: 2:17: unknown sort `int`: expected a builtin sort or one declared before (did you mean `Int`?)
(declare-fun Q (int) Bool)
