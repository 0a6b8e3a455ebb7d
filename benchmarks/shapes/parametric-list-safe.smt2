; Datatypes: a parametric list, used at Int.
;   l = nil; while (*) { x = *; assume(x > 0); l = cons(x, l); }
;   assert(l == nil || head(l) > 0)
; Expected: safe; only the head is looked at: is-nil(l) or head(l) > 0.
(set-logic HORN)
(set-info :status sat)
(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
(declare-fun loop ((List Int)) Bool)
; l = nil
(assert (loop (as nil (List Int))))
; x = *; assume(x > 0); l = cons(x, l)
(assert (forall ((x Int) (l (List Int))) (=> (and (loop l) (> x 0)) (loop (cons x l)))))
; assert(l == nil || head(l) > 0)
(assert (forall ((l (List Int))) (=> (and (loop l) ((_ is cons) l)) (> (head l) 0))))
(check-sat)
(get-model)
