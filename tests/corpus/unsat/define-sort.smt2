; Sort abbreviations, one with a parameter.
(set-logic HORN)
(set-info :status unsat)
(define-sort Index () Int)
(define-sort Map (V) (Array Index V))
(declare-fun P ((Map Bool) Index) Bool)
(assert (forall ((m (Map Bool))) (=> (select m 0) (P m 0))))
(assert (forall ((m (Array Int Bool)) (i Int)) (=> (P m i) (not (select m i)))))
(check-sat)
