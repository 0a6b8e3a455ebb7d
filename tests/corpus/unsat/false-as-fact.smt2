; The constant false is asserted.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert false)
(check-sat)
