; declare-rel, declare-var, rule, query. The folder is what `query` prints: sat = the goal is derivable.
; needs: bmc
(set-info :status sat)
(declare-rel P (Int))
(declare-rel goal ())
(declare-var x Int)
(rule (P 0))
(rule (=> (and (P x) (< x 5)) (P (+ x 1))))
(rule (=> (and (P x) (= x 3)) goal))
(query goal)
