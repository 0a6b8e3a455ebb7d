; The rule dialect: declare-rel, declare-var, rule, query; no check-sat.
;   i = 0; while (i < 10) i = i + 2; assert(i != 4)
; Expected: derivable, so `query` prints sat (its polarity is that of derivability, the opposite of check-sat).
(set-info :status sat)
(declare-rel loop (Int))
(declare-rel error ())
(declare-var i Int)
; i = 0
(rule (loop 0) start)
; while (i < 10) i = i + 2
(rule (=> (and (loop i) (< i 10)) (loop (+ i 2))) step)
; assert(i != 4) fails
(rule (=> (and (loop i) (= i 4)) error) check)
(query error)
