; A conjunction of clauses under one quantifier.
; needs: induction
; Spacer does not read this shape (unknown). By hand: P is x >= 0.
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (and (=> (= x 0) (P x)) (=> (P x) (P (+ x 2))) (=> (and (P x) (< x 0)) false))))
(check-sat)
