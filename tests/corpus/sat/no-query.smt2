; Facts and rules but no query: nothing can go wrong.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))
(check-sat)
