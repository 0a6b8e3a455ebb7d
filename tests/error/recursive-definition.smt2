; expect: 2:43: unknown symbol `f`: expected a declared name (recursive definitions are not supported: write clauses instead)
(define-fun f ((x Int)) Int (ite (> x 0) (f (- x 1)) 0))
