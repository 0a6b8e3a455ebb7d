; expect: 4:16: neither its arguments nor its place tell the parameters of the datatype of `nil` (write (as nil (List …)))
(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))
(declare-fun Q ((List Int) (List Bool)) Bool)
(assert (=> (= nil nil) (Q nil nil)))
