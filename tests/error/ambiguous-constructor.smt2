; expect: 4:12: the arguments of `nil` do not tell the parameters of its datatype (write (as nil (List …)))
(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))
(declare-fun Q ((List Int)) Bool)
(assert (Q nil))
