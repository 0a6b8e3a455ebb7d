; expect: 2:22: unexpected `)`: expected a constructor
(declare-datatype A ())
