; expect: 4:20: argument 2 of `cons`
(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))
(declare-fun Q ((List Int)) Bool)
(assert (Q (cons 1 (cons true (as nil (List Bool))))))
