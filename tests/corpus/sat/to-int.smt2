; to_int rounds down, to_real goes back, is_int tells whole numbers.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Real Int) Bool)
(assert (forall ((r Real)) (=> (and (< 0.5 r 1.0) (not (is_int r))) (P r (to_int r)))))
(assert (forall ((r Real) (i Int)) (=> (P r i) (and (= (to_real i) 0.0) (< (to_real i) r)))))
(check-sat)
