; expect: 2:21: unknown sort `Foo`: expected a builtin sort or one declared before
(declare-fun Q (Int Foo) Bool)
