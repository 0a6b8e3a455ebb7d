; expect: 3:13: the recursive function `f` is not supported (write the function as a predicate over its arguments and its result, with clauses)
(define-fun-rec f ((x Int)) Int (ite (> x 0) (f (- x 1)) 0))
(assert (= (f 1) 0))
