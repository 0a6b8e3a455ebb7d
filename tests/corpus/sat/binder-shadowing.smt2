; An inner existential re-uses the name of an outer variable: the x of Q is not the x of P.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(assert (P 1))
(assert (Q 2))
(assert (forall ((x Int)) (=> (and (= x 3) (exists ((x Int)) (and (P x) (Q x)))) false)))
(check-sat)
