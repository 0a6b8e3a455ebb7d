; Comments and line breaks anywhere, also within a clause; a semicolon in a string is no comment.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(set-info :source "not a comment; ""quoted"" too")
(declare-fun P ; the only predicate
  (Int)
  Bool)
(assert (forall ((x ; a variable
  Int)) (=> (= x 1) ; the body (
    (P x))))
(assert (not (P 2)))
(check-sat)
