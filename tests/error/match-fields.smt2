; expect: 4:50: the constructor `cons` has 2 fields, found 1
(declare-datatype L ((nil) (cons (head Int) (tail L))))
(declare-fun Q (L Int) Bool)
(assert (forall ((x L)) (Q x (match x ((nil 0) ((cons h) h))))))
