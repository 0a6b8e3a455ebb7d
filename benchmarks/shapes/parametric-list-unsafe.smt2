; Datatypes: a parametric list, used at Int.
;   l = nil; while (*) { x = *; assume(x > 0); l = cons(x, l); }
;   assert(l == nil || tail(l) == nil)
; Expected: unsafe, a list of two elements.
(set-logic HORN)
(set-info :status unsat)
(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
(declare-fun loop ((List Int)) Bool)
; l = nil
(assert (loop (as nil (List Int))))
; x = *; assume(x > 0); l = cons(x, l)
(assert (forall ((x Int) (l (List Int))) (=> (and (loop l) (> x 0)) (loop (cons x l)))))
; assert(l == nil || tail(l) == nil)
(assert (forall ((l (List Int))) (=> (and (loop l) ((_ is cons) l)) ((_ is nil) (tail l)))))
(check-sat)
(get-proof)
