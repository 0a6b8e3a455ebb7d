; expect: 3:14: `S` is already a sort: expected a new name
(declare-sort S 0)
(define-sort S () Int)
