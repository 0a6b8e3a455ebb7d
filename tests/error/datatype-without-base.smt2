; expect: 2:30: the datatype `Stream` has no finite value
(declare-datatypes ((Nat 0) (Stream 0))
  (((zero) (succ (pred Nat)))
   ((cons (head Nat) (tail Stream)))))
