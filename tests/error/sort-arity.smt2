; expect: 3:17: the sort `List` takes 1 argument, found 0
(declare-datatype List (par (X) ((nil) (cons (head X) (tail (List X))))))
(declare-fun Q (List) Bool)
