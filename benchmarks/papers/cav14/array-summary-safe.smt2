; Lazy Annotation Revisited (CAV 2014), Section 5.2: LA learns summaries of the form a'[i] = a[i] or p(a'[i]) for all i: "the
; procedure preserves elements of array a except where it establishes property p". The paper gives no program; here p is > 0 and
;   set(a, i)  { a[i] = 1; return a; }
;   two(a, i, k) { return set(set(a, i), k); }
;   main: b = two(a, i, k); assert(b[j] == a[j] || b[j] > 0);
; Expected: safe. The indices are parameters, so a solution without quantifiers exists: b = store(a, i, 1) for set.
; Spacer (Z3 5.4) says so with inlining and finds no answer in 10 s without; cvc5 confirms the inlined formula.
(set-logic HORN)
(set-info :status sat)
(declare-fun set ((Array Int Int) Int (Array Int Int)) Bool)
(declare-fun two ((Array Int Int) Int Int (Array Int Int)) Bool)
; set: a[i] = 1; return a
(assert (forall ((a (Array Int Int)) (i Int)) (set a i (store a i 1))))
; two: return set(set(a, i), k)
(assert (forall ((a (Array Int Int)) (i Int) (k Int) (b (Array Int Int)) (c (Array Int Int)))
  (=> (and (set a i b) (set b k c)) (two a i k c))))
; main: assert(b[j] == a[j] || b[j] > 0)
(assert (forall ((a (Array Int Int)) (i Int) (k Int) (b (Array Int Int)) (j Int))
  (=> (two a i k b) (or (= (select b j) (select a j)) (> (select b j) 0)))))
(check-sat)
(get-model)
