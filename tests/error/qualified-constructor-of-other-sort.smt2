; expect: 4:20: `nil` is not a constructor of `Int`
(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))
(declare-fun Q ((List Int)) Bool)
(assert (Q (as nil Int)))
