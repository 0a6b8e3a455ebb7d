; Mutual recursion.
;   even(n) { return n == 0 || odd(n - 1); }     odd(n) { return n > 0 && even(n - 1); }
;   no number above 2 is even
; Expected: unsafe, 4 is even.
(set-logic HORN)
(set-info :status unsat)
(declare-fun even (Int) Bool)
(declare-fun odd (Int) Bool)
; even(0)
(assert (even 0))
; odd(n) if even(n - 1)
(assert (forall ((n Int)) (=> (even n) (odd (+ n 1)))))
; even(n) if odd(n - 1)
(assert (forall ((n Int)) (=> (odd n) (even (+ n 1)))))
; no number above 2 is even
(assert (forall ((n Int)) (=> (and (even n) (> n 2)) false)))
(check-sat)
(get-proof)
