; A head that is a conjunction of predicates and a constraint stands for several clauses.
; needs: bmc
; Spacer does not read this shape (unknown). By hand: P and Q are x = 1, R is x = 2.
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(declare-fun R (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (=> (P x) (and (Q x) (R (+ x 1)) (> x 0)))))
(assert (forall ((x Int)) (=> (and (Q x) (R x)) false)))
(check-sat)
