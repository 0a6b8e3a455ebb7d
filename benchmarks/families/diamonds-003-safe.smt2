; Growth family `diamonds`, n = 3: branches in a row.
;   x = 0; 3 times: if (*) x = x + 1; else x = x + 2;
;   assert(x >= 3)
; Expected: safe: x >= k after k branches.
(set-logic HORN)
(set-info :status sat)
(declare-fun join0 (Int) Bool)
(declare-fun join1 (Int) Bool)
(declare-fun join2 (Int) Bool)
(declare-fun join3 (Int) Bool)
; x = 0
(assert (join0 0))
; branch 1: x = x + 1
(assert (forall ((x Int)) (=> (join0 x) (join1 (+ x 1)))))
; branch 1: x = x + 2
(assert (forall ((x Int)) (=> (join0 x) (join1 (+ x 2)))))
; branch 2: x = x + 1
(assert (forall ((x Int)) (=> (join1 x) (join2 (+ x 1)))))
; branch 2: x = x + 2
(assert (forall ((x Int)) (=> (join1 x) (join2 (+ x 2)))))
; branch 3: x = x + 1
(assert (forall ((x Int)) (=> (join2 x) (join3 (+ x 1)))))
; branch 3: x = x + 2
(assert (forall ((x Int)) (=> (join2 x) (join3 (+ x 2)))))
; assert(x >= 3)
(assert (forall ((x Int)) (=> (join3 x) (>= x 3))))
(check-sat)
