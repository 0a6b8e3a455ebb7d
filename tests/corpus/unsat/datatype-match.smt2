; match with constructor patterns and a variable pattern.
(set-logic HORN)
(set-info :status unsat)
(declare-datatypes ((Shape 0)) (((dot) (line (length Int)) (box (width Int) (height Int)))))
(declare-fun P (Shape Int) Bool)
(assert (forall ((s Shape)) (=> (= s (box 2 3)) (P s (match s ((dot 0) ((box w h) (* 2 (+ w h))) (other 1)))))))
(assert (not (P (box 2 3) 10)))
(check-sat)
