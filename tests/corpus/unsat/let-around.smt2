; A let around the quantifier and one around the matrix.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (let ((c 5)) (forall ((x Int)) (let ((d (+ c 1))) (=> (= x d) (P x))))))
(assert (forall ((x Int)) (let ((big (> x 5))) (=> (and (P x) big) false))))
(check-sat)
