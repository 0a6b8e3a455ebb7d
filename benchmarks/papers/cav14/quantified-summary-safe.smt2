; Lazy Annotation Revisited (CAV 2014), Section 5.2: as array-summary, but the index is a local variable, so that the summary can
; only be said with a quantifier: forall i. a'[i] = a[i] or a'[i] > 0.
;   set(a) { i = *; a[i] = 1; return a; }
;   two(a) { return set(set(a)); }
;   main: b = two(a); assert(b[j] == a[j] || b[j] > 0);
; Expected: safe, but no solution is quantifier-free; a solver without quantified solutions may say unknown. Acyclic.
; Spacer (Z3 5.4) says so with inlining and finds no answer in 10 s without; cvc5 confirms the inlined formula.
(set-logic HORN)
(set-info :status sat)
(declare-fun set ((Array Int Int) (Array Int Int)) Bool)
(declare-fun two ((Array Int Int) (Array Int Int)) Bool)
; set: i = *; a[i] = 1; return a
(assert (forall ((a (Array Int Int)) (i Int)) (set a (store a i 1))))
; two: return set(set(a))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (c (Array Int Int)))
  (=> (and (set a b) (set b c)) (two a c))))
; main: assert(b[j] == a[j] || b[j] > 0)
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (j Int))
  (=> (two a b) (or (= (select b j) (select a j)) (> (select b j) 0)))))
(check-sat)
(get-model)
