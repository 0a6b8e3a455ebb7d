; Abstractions from Proofs (POPL 2004), Figure 11 and Example 5: a call that is passed a pointer. The store is an array M.
;   inc(x) { *x := *x + 1; }
;   *y := 0;  inc(y);
;   assume(*y != 1)
; Expected: safe. The summary of inc is about the cell phi_x only: M1[phi_x] = M0[phi_x] + 1.
(set-logic HORN)
(set-info :status sat)
; inc: the store on entry, the argument, the store now
(declare-fun inc_entry ((Array Int Int) Int (Array Int Int)) Bool)
(declare-fun inc_summary ((Array Int Int) Int (Array Int Int)) Bool)
; main: the store and the address y
(declare-fun main_call ((Array Int Int) Int) Bool)
(declare-fun main_returned ((Array Int Int) Int) Bool)
; inc: assume(x = phi_x and *x = phi_*x)
(assert (forall ((M (Array Int Int)) (phi_x Int)) (inc_entry M phi_x M)))
; inc: *x := *x + 1; return
(assert (forall ((M0 (Array Int Int)) (phi_x Int) (M (Array Int Int)))
  (=> (inc_entry M0 phi_x M) (inc_summary M0 phi_x (store M phi_x (+ (select M phi_x) 1))))))
; main: *y := 0
(assert (forall ((M (Array Int Int)) (y Int)) (main_call (store M y 0) y)))
; main: inc(y)
(assert (forall ((M (Array Int Int)) (y Int) (M1 (Array Int Int)))
  (=> (and (main_call M y) (inc_summary M y M1)) (main_returned M1 y))))
; main: assume(*y != 1)
(assert (forall ((M (Array Int Int)) (y Int)) (=> (and (main_returned M y) (not (= (select M y) 1))) false)))
(check-sat)
(get-model)
