; expect: 2:40: unexpected `)`: expected the constructors of `B`
(declare-datatypes ((A 0) (B 0)) (((a))))
