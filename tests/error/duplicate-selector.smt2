; expect: 2:35: `f` is already a selector of a datatype: expected a new name
(declare-datatype A ((mk (f Int) (f Int))))
