; Nonlinear recursion: Fibonacci numbers, two recursive calls in one rule.
;   fib(n) { if (n <= 1) return 1; return fib(n - 1) + fib(n - 2); }
;   assert(fib(n) >= n)
; Expected: safe, by induction with the lemma fib(n) >= 1.
(set-logic HORN)
(set-info :status sat)
(declare-fun fib (Int Int) Bool)
; if (n <= 1) return 1
(assert (forall ((n Int)) (=> (<= n 1) (fib n 1))))
; return fib(n - 1) + fib(n - 2)
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (> n 1) (fib (- n 1) a) (fib (- n 2) b)) (fib n (+ a b)))))
; assert(fib(n) >= n)
(assert (forall ((n Int) (r Int)) (=> (fib n r) (>= r n))))
(check-sat)
(get-model)
