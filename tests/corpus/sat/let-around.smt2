; A let around the quantifier and one around the matrix.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (let ((c 5)) (forall ((x Int)) (let ((d (+ c 1))) (=> (= x d) (P x))))))
(assert (forall ((x Int)) (let ((big (> x 6))) (=> (and (P x) big) false))))
(check-sat)
