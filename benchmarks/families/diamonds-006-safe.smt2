; Growth family `diamonds`, n = 6: branches in a row.
;   x = 0; 6 times: if (*) x = x + 1; else x = x + 2;
;   assert(x >= 6)
; Expected: safe: x >= k after k branches.
(set-logic HORN)
(set-info :status sat)
(declare-fun join0 (Int) Bool)
(declare-fun join1 (Int) Bool)
(declare-fun join2 (Int) Bool)
(declare-fun join3 (Int) Bool)
(declare-fun join4 (Int) Bool)
(declare-fun join5 (Int) Bool)
(declare-fun join6 (Int) Bool)
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
; branch 4: x = x + 1
(assert (forall ((x Int)) (=> (join3 x) (join4 (+ x 1)))))
; branch 4: x = x + 2
(assert (forall ((x Int)) (=> (join3 x) (join4 (+ x 2)))))
; branch 5: x = x + 1
(assert (forall ((x Int)) (=> (join4 x) (join5 (+ x 1)))))
; branch 5: x = x + 2
(assert (forall ((x Int)) (=> (join4 x) (join5 (+ x 2)))))
; branch 6: x = x + 1
(assert (forall ((x Int)) (=> (join5 x) (join6 (+ x 1)))))
; branch 6: x = x + 2
(assert (forall ((x Int)) (=> (join5 x) (join6 (+ x 2)))))
; assert(x >= 6)
(assert (forall ((x Int)) (=> (join6 x) (>= x 6))))
(check-sat)
