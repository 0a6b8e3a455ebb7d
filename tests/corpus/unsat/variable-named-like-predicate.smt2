; A bound variable and a let variable have the names of predicates.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(declare-fun Q () Bool)
(assert (forall ((Q Int)) (=> (= Q 1) (P Q))))
(assert (forall ((x Int)) (let ((Q (+ x 1))) (=> (P x) (< Q 2)))))
(check-sat)
