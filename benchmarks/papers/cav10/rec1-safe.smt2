; Lazy Annotation for Program Testing and Verification (CAV 2010), Figure 1, fragment `rec1`.
;   int x;
;   rec1() {
;   l1 if (*) {
;   l3   rec1();
;   l4   rec1();
;      }
;   l5 x = x + 1;
;   l6 return; }
; The question of the text: from x = 0, does rec1 return with x >= 0?
; Expected: safe, by induction over nonlinear rules. The negative summary of rec1 is x' < x.
(set-logic HORN)
(set-info :status sat)
; every predicate relates x on entry to x now
(declare-fun l1_entry (Int Int) Bool)
(declare-fun l3_call (Int Int) Bool)
(declare-fun l4_call (Int Int) Bool)
(declare-fun l5_add (Int Int) Bool)
(declare-fun l6_return (Int Int) Bool)
(declare-fun rec1_summary (Int Int) Bool)
; rec1 is entered with any x
(assert (forall ((x Int)) (l1_entry x x)))
; l1: if (*) taken
(assert (forall ((x0 Int) (x Int)) (=> (l1_entry x0 x) (l3_call x0 x))))
; l3: rec1()
(assert (forall ((x0 Int) (x Int) (x1 Int)) (=> (and (l3_call x0 x) (rec1_summary x x1)) (l4_call x0 x1))))
; l4: rec1()
(assert (forall ((x0 Int) (x Int) (x1 Int)) (=> (and (l4_call x0 x) (rec1_summary x x1)) (l5_add x0 x1))))
; l1: if (*) not taken
(assert (forall ((x0 Int) (x Int)) (=> (l1_entry x0 x) (l5_add x0 x))))
; l5: x = x + 1
(assert (forall ((x0 Int) (x Int)) (=> (l5_add x0 x) (l6_return x0 (+ x 1)))))
; l6: return
(assert (forall ((x0 Int) (x Int)) (=> (l6_return x0 x) (rec1_summary x0 x))))
; post-condition x >= 0 for the initial state x = 0
(assert (forall ((x Int)) (=> (and (rec1_summary 0 x) (< x 0)) false)))
(check-sat)
(get-model)
