; Constructors are distinct and injective.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-datatype Shape ((dot) (box (width Int) (height Int))))
(declare-fun P (Shape) Bool)
(assert (forall ((x Int) (y Int)) (=> (= (box x y) (box 2 3)) (P (box y x)))))
(assert (forall ((s Shape)) (=> (P s) (and ((_ is box) s) (= (width s) 3) (not (= s dot))))))
(check-sat)
