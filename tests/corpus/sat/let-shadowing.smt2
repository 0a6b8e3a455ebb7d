; Inner lets shadow outer ones; the bindings of one let are parallel.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int Int) Bool)
(assert (let ((a 1) (b 2)) (let ((a b) (b a)) (P a b))))
(assert (not (P 2 2)))
(assert (not (P 1 2)))
(check-sat)
