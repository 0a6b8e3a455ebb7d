; Division of and by negative numbers: the remainder is never negative.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int Int) Bool)
(assert (forall ((x Int)) (=> (= (- 7) x) (P (div x (- 2)) (mod x (- 2))))))
(assert (forall ((q Int) (r Int)) (=> (P q r) (and (= q 4) (= r 1)))))
(check-sat)
