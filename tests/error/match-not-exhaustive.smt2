; expect: 4:30: this match has no case for `nil`
(declare-datatype L ((nil) (cons (head Int) (tail L))))
(declare-fun Q (L Int) Bool)
(assert (forall ((x L)) (Q x (match x (((cons h t) h))))))
