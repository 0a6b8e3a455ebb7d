; expect: 4:63: expected a case of the sort Bool, found the sort Int
(declare-datatype L ((nil) (cons (head Int) (tail L))))
(declare-fun Q (L Int) Bool)
(assert (forall ((x L)) (Q x (match x ((nil true) ((cons h t) h))))))
