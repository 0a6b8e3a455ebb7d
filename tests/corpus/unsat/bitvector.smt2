; Bit-vector literals in three notations, and arithmetic that wraps around.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P ((_ BitVec 8)) Bool)
(assert (P #xff))
(assert (forall ((x (_ BitVec 8))) (=> (P x) (P (bvadd x #b00000010)))))
(assert (not (P (_ bv1 8))))
(check-sat)
