; expect: 2:19: the datatype `T` has no finite value
(declare-datatype T ((node (children (Array Int T)))))
