; A universal in the head moves out.
; needs: bmc
; Spacer does not read this shape (unknown). By hand: P is x = 3, Q is x = 3 and y > 3.
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(declare-fun Q (Int Int) Bool)
(assert (P 3))
(assert (forall ((x Int)) (=> (P x) (forall ((y Int)) (=> (> y x) (Q x y))))))
(assert (not (Q 3 3)))
(check-sat)
