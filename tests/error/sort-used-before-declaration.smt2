; expect: 2:39: unknown sort `B`: expected a builtin sort or one declared before
(declare-datatypes ((A 0)) (((a (of-b B)))))
(declare-datatypes ((B 0)) (((b))))
