; expect: 2:52: `mk` is already a constructor of a datatype: expected a new name
(declare-datatypes ((A 0) (B 0)) (((mk) (other)) ((mk))))
