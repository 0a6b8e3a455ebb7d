; A body with predicates inside a disjunction: either premise is enough.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(declare-fun R (Int) Bool)
(assert (P 5))
(assert (Q 3))
(assert (forall ((x Int)) (=> (or (P x) (and (Q x) (> x 3))) (R x))))
(assert (forall ((x Int)) (=> (R x) (= x 5))))
(check-sat)
