; expect: 3:12: unknown symbol `x`: expected a declared name
(define-fun f ((x Int)) Bool (> x 0))
(assert (> x 0))
