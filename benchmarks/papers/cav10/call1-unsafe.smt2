; Lazy Annotation for Program Testing and Verification (CAV 2010), Figure 1, fragment `call1`.
;   int x;
;   foo() {
;   l1 x = x - 1;              (the paper has x + 1)
;   l2 return; }
;   l3 x = y;
;   l4 foo();
;   l5 if (x < y)
;   l6   error();
; Expected: unsafe. foo returns with x = y - 1.
(set-logic HORN)
(set-info :status unsat)
; the predicates of foo relate x on entry to x now
(declare-fun foo_l1_entry (Int Int) Bool)
(declare-fun foo_l2_return (Int Int) Bool)
(declare-fun foo_summary (Int Int) Bool)
(declare-fun l3_entry (Int Int) Bool)
(declare-fun l4_call (Int Int) Bool)
(declare-fun l5_check (Int Int) Bool)
(declare-fun l6_error (Int Int) Bool)
; foo is entered with any x
(assert (forall ((x Int)) (foo_l1_entry x x)))
; l1: x = x - 1
(assert (forall ((x0 Int) (x Int)) (=> (foo_l1_entry x0 x) (foo_l2_return x0 (- x 1)))))
; l2: return
(assert (forall ((x0 Int) (x Int)) (=> (foo_l2_return x0 x) (foo_summary x0 x))))
; the fragment is entered in any state
(assert (forall ((x Int) (y Int)) (l3_entry x y)))
; l3: x = y
(assert (forall ((x Int) (y Int)) (=> (l3_entry x y) (l4_call y y))))
; l4: foo()
(assert (forall ((x Int) (y Int) (x1 Int)) (=> (and (l4_call x y) (foo_summary x x1)) (l5_check x1 y))))
; l5: if (x < y)
(assert (forall ((x Int) (y Int)) (=> (and (l5_check x y) (< x y)) (l6_error x y))))
; l6: error()
(assert (forall ((x Int) (y Int)) (=> (l6_error x y) false)))
(check-sat)
(get-proof)
