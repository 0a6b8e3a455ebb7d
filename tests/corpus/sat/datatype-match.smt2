; match where the last pattern is a variable that stands for all the rest.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-datatypes ((Shape 0)) (((dot) (line (length Int)) (box (width Int) (height Int)))))
(declare-fun P (Int) Bool)
(assert (forall ((s Shape)) (P (match s ((dot 0) ((line n) 1) (other 2))))))
(assert (forall ((x Int)) (=> (P x) (<= 0 x 2))))
(check-sat)
