; expect: 3:17: the datatype `S` has no finite value
(declare-datatype S (par (X) ((cons (head X) (tail (S X))))))
(declare-fun Q ((S Int)) Bool)
