; A query without any predicate, whose constraint is unsatisfiable over the integers (though not over the reals).
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(assert (forall ((x Int)) (=> (and (> x 0) (< x 1)) false)))
(check-sat)
