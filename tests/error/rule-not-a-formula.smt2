; expect: 4:7: expected a formula of the sort Bool, found the sort Int
(declare-rel p (Int))
(declare-var x Int)
(rule (+ x 1))
