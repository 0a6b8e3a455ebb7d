; A head that is a conjunction of predicates and a constraint stands for several clauses.
; Spacer does not read this shape (unknown). By hand: P(1), Q(1) and R(2).
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int) Bool)
(declare-fun R (Int) Bool)
(assert (P 1))
(assert (forall ((x Int)) (=> (P x) (and (Q x) (R (+ x 1)) (> x 0)))))
(assert (forall ((x Int)) (=> (and (Q x) (R (+ x 1))) false)))
(check-sat)
