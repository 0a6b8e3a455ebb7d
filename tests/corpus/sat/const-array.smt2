; A constant array, read and written; arrays are equal when all their cells are.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P ((Array Int Int)) Bool)
(assert (P (store ((as const (Array Int Int)) 7) 2 7)))
(assert (forall ((a (Array Int Int))) (=> (P a) (= a ((as const (Array Int Int)) 7)))))
(check-sat)
