; expect: 4:18: argument 1 of `cons` has the sort Int, expected sort Bool
(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))
(declare-fun Q ((List Int)) Bool)
(assert (Q (cons 1 (cons true (as nil (List Bool))))))
