; Clauses that say nothing: true, a head that is true, a body that is false.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert true)
(assert (forall ((x Int)) (=> (P x) true)))
(assert (forall ((x Int)) (=> false (P x))))
(assert (forall ((x Int)) (=> (P x) false)))
(check-sat)
