; expect: 3:12: argument 1 of `f` has the sort Bool, expected sort Int
(define-fun f ((x Int)) Bool (> x 0))
(assert (f true))
