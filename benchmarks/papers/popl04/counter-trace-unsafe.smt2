; Abstractions from Proofs (POPL 2004), Figure 2: an infeasible trace and its predicates.
;   1: x := ctr;              x = ctr
;   2: ctr := ctr + 1;        x = ctr - 1
;   3: y := ctr;              x = y - 1
;   4: assume(x = m);         y = m + 1
;   5: assume(y != m);       (the paper has y != m + 1)
; Expected: unsafe. y = m + 1 is not m.
(set-logic HORN)
(set-info :status unsat)
; all over x, y, ctr, m
(declare-fun pc0 (Int Int Int Int) Bool)
(declare-fun pc1 (Int Int Int Int) Bool)
(declare-fun pc2 (Int Int Int Int) Bool)
(declare-fun pc3 (Int Int Int Int) Bool)
(declare-fun pc4 (Int Int Int Int) Bool)
; any state at the start
(assert (forall ((x Int) (y Int) (ctr Int) (m Int)) (pc0 x y ctr m)))
; 1: x := ctr
(assert (forall ((x Int) (y Int) (ctr Int) (m Int)) (=> (pc0 x y ctr m) (pc1 ctr y ctr m))))
; 2: ctr := ctr + 1
(assert (forall ((x Int) (y Int) (ctr Int) (m Int)) (=> (pc1 x y ctr m) (pc2 x y (+ ctr 1) m))))
; 3: y := ctr
(assert (forall ((x Int) (y Int) (ctr Int) (m Int)) (=> (pc2 x y ctr m) (pc3 x ctr ctr m))))
; 4: assume(x = m)
(assert (forall ((x Int) (y Int) (ctr Int) (m Int)) (=> (and (pc3 x y ctr m) (= x m)) (pc4 x y ctr m))))
; 5: assume(y != m)
(assert (forall ((x Int) (y Int) (ctr Int) (m Int)) (=> (and (pc4 x y ctr m) (not (= y m))) false)))
(check-sat)
(get-proof)
