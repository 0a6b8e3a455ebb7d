; A loop whose property is not inductive: x is 0, 2 or at least 4 (or: x is even).
; needs: induction
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (P x) (P (+ x 2)))))
(assert (forall ((x Int)) (=> (P x) (not (= x 3)))))
(check-sat)
