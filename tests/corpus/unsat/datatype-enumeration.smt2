; An enumeration: a datatype of constants.
(set-logic HORN)
(set-info :status unsat)
(declare-datatypes ((Light 0)) (((red) (green) (amber))))
(declare-fun on (Light) Bool)
(assert (on red))
(assert (forall ((l Light)) (=> (on l) (on (ite (= l red) green (ite (= l green) amber red))))))
(assert (not (on amber)))
(check-sat)
