; A constant array, read and written.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P ((Array Int Int)) Bool)
(assert (P ((as const (Array Int Int)) 7)))
(assert (forall ((a (Array Int Int))) (=> (P a) (P (store a 2 (+ (select a 1) 1))))))
(assert (forall ((a (Array Int Int))) (=> (P a) (= (select a 2) (select a 3)))))
(check-sat)
