; Nested array sorts.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P ((Array Int (Array Int Bool)) Int) Bool)
(assert (forall ((a (Array Int (Array Int Bool))) (i Int)) (P (store a i (store (select a i) i true)) i)))
(assert (forall ((a (Array Int (Array Int Bool))) (i Int)) (=> (P a i) (select (select a i) i))))
(check-sat)
