; Abstractions from Proofs (POPL 2004), Figure 8 and Examples 2 and 3: cutting a trace with a call.
;   inc(x) { x := x + 1; r := x; return r; }
;   a := 0;  b := inc(a);
;   assume(a != b)            (the paper has a != b - 1)
; Expected: unsafe. a = 0, b = 1.
(set-logic HORN)
(set-info :status unsat)
; inc: over the entry value phi_x and x, then phi_x and r
(declare-fun inc_entry (Int Int) Bool)
(declare-fun inc_added (Int Int) Bool)
(declare-fun inc_summary (Int Int) Bool)
; main: over a and b
(declare-fun main_call (Int Int) Bool)
(declare-fun main_returned (Int Int) Bool)
; inc: assume(x = phi_x)
(assert (forall ((phi_x Int) (x Int)) (=> (= x phi_x) (inc_entry phi_x x))))
; inc: x := x + 1
(assert (forall ((phi_x Int) (x Int)) (=> (inc_entry phi_x x) (inc_added phi_x (+ x 1)))))
; inc: r := x; return r
(assert (forall ((phi_x Int) (x Int) (r Int)) (=> (and (inc_added phi_x x) (= r x)) (inc_summary phi_x r))))
; main: a := 0
(assert (forall ((b Int)) (main_call 0 b)))
; main: b := inc(a)
(assert (forall ((a Int) (b Int) (r Int)) (=> (and (main_call a b) (inc_summary a r)) (main_returned a r))))
; main: assume(a != b)
(assert (forall ((a Int) (b Int)) (=> (and (main_returned a b) (not (= a b))) false)))
(check-sat)
(get-proof)
