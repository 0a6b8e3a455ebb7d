; expect: 3:10: `f` takes 1 argument, found 2
(define-fun f ((x Int)) Bool (> x 0))
(assert (f 1 2))
