; Rational constants: there is room between 1/3 and 0.34, and nothing between 1/3 and 1/3.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Real) Bool)
(assert (forall ((x Real)) (=> (< (/ 1.0 3.0) x 0.34) (P x))))
(assert (forall ((x Real)) (=> (P x) (< 0.333 x 0.341))))
(check-sat)
