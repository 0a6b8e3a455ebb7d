; An uninterpreted sort: only equality is known.
; needs: induction
(set-logic HORN)
(set-info :status sat)
(declare-sort Node 0)
(declare-fun path (Node Node) Bool)
(assert (forall ((x Node)) (path x x)))
(assert (forall ((x Node) (y Node) (z Node)) (=> (and (path x y) (path y z)) (path x z))))
(assert (forall ((x Node) (y Node)) (=> (path x y) (= x y))))
(check-sat)
