; Lazy Annotation for Program Testing and Verification (CAV 2010), Figure 1, fragment `simple`.
;   l1 assume(x == 0);
;   l2 if (*) {
;   l3   int y = *;
;   l4   assume(y >= 0);
;   l5   x = x + y;
;      }
;   l6 if (x < 0)
;   l7   error();
; Expected: safe. x >= 0 holds at l2 and l6 and both ways into l6 keep it; acyclic, no induction needed.
(set-logic HORN)
(set-info :status sat)
(declare-fun l1_entry (Int) Bool)
(declare-fun l2_branch (Int) Bool)
(declare-fun l3_input (Int) Bool)
(declare-fun l4_assume (Int Int) Bool)
(declare-fun l5_add (Int Int) Bool)
(declare-fun l6_join (Int) Bool)
(declare-fun l7_error (Int) Bool)
; the fragment is entered with any x
(assert (forall ((x Int)) (l1_entry x)))
; l1: assume(x == 0)
(assert (forall ((x Int)) (=> (and (l1_entry x) (= x 0)) (l2_branch x))))
; l2: if (*) taken
(assert (forall ((x Int)) (=> (l2_branch x) (l3_input x))))
; l3: int y = *
(assert (forall ((x Int) (y Int)) (=> (l3_input x) (l4_assume x y))))
; l4: assume(y >= 0)
(assert (forall ((x Int) (y Int)) (=> (and (l4_assume x y) (>= y 0)) (l5_add x y))))
; l5: x = x + y
(assert (forall ((x Int) (y Int)) (=> (l5_add x y) (l6_join (+ x y)))))
; l2: if (*) not taken
(assert (forall ((x Int)) (=> (l2_branch x) (l6_join x))))
; l6: if (x < 0)
(assert (forall ((x Int)) (=> (and (l6_join x) (< x 0)) (l7_error x))))
; l7: error()
(assert (forall ((x Int)) (=> (l7_error x) false)))
(check-sat)
(get-model)
