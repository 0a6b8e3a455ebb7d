; expect: 4:62: expected a case of the sort (_ BitVec 1), found the sort Int
(declare-datatype L ((nil) (cons (head Int) (tail L))))
(declare-fun Q (L Int) Bool)
(assert (forall ((x L)) (Q x (match x ((nil #b1) ((cons h t) h))))))
