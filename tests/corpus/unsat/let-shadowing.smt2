; Inner lets shadow outer ones; the bindings of one let are parallel.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int Int) Bool)
(assert (let ((a 1) (b 2)) (let ((a b) (b a)) (P a b))))
(assert (not (P 2 1)))
(check-sat)
