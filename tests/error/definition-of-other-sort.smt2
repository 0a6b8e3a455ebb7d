; expect: 2:30: expected a body of the sort Bool, found the sort Int
(define-fun f ((x Int)) Bool (+ x 1))
