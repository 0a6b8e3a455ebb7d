; Datatypes: the length of a list.
;   length(nil) = 0;  length(insert(x, l)) = length(l) + 1
;   assert(length(l) >= 0)
; Expected: safe, by induction; the list itself need not be looked at.
(set-logic HORN)
(set-info :status sat)
(declare-datatypes ((IntList 0)) (((nil) (insert (head Int) (tail IntList)))))
(declare-fun length (IntList Int) Bool)
; length(nil) = 0
(assert (length nil 0))
; length(insert(x, l)) = length(l) + 1
(assert (forall ((x Int) (l IntList) (n Int)) (=> (length l n) (length (insert x l) (+ n 1)))))
; assert(length(l) >= 0)
(assert (forall ((l IntList) (n Int)) (=> (length l n) (>= n 0))))
(check-sat)
(get-model)
