; Testers and selectors of a datatype, in old and new syntax.
(set-logic HORN)
(set-info :status unsat)
(declare-datatypes ((Shape 0)) (((dot) (box (width Int) (height Int)))))
(declare-fun P (Shape) Bool)
(assert (P (box 2 3)))
(assert (forall ((s Shape)) (=> (and (P s) ((_ is box) s) (< (width s) (height s))) (P dot))))
(assert (forall ((s Shape)) (=> (and (P s) (is-dot s)) false)))
(check-sat)
