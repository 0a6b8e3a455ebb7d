; The rule dialect: declare-rel, declare-var, rule, query; no check-sat.
;   i = 0; while (i < 10) i = i + 2; assert(i % 2 == 0)
; Expected: not derivable, so `query` prints unsat (its polarity is that of derivability, the opposite of check-sat).
(set-info :status unsat)
(declare-rel loop (Int))
(declare-rel error ())
(declare-var i Int)
; i = 0
(rule (loop 0) start)
; while (i < 10) i = i + 2
(rule (=> (and (loop i) (< i 10)) (loop (+ i 2))) step)
; assert(i % 2 == 0) fails
(rule (=> (and (loop i) (= (mod i 2) 1)) error) check)
(query error)
