; Lazy Annotation for Program Testing and Verification (CAV 2010), Figure 1, fragment `diamond`.
;                               (the paper's l1 assert(p) is left out)
;   l2 if (*)
;   l3   a = 1;
;      else
;   l5   a = 0;
;   l6 if (a)
;   l7   x = x + 1;
;   l8 else
;   l9   x = x - 1;
;   l10 if (!p)
;   l11   error();
; Expected: unsafe. p is false from the start.
(set-logic HORN)
(set-info :status unsat)
(declare-fun l1_entry (Bool Int Int) Bool)
(declare-fun l2_choose (Bool Int Int) Bool)
(declare-fun l3_set (Bool Int Int) Bool)
(declare-fun l5_clear (Bool Int Int) Bool)
(declare-fun l6_test (Bool Int Int) Bool)
(declare-fun l7_up (Bool Int Int) Bool)
(declare-fun l9_down (Bool Int Int) Bool)
(declare-fun l10_check (Bool Int Int) Bool)
(declare-fun l11_error (Bool Int Int) Bool)
; the fragment is entered in any state
(assert (forall ((p Bool) (a Int) (x Int)) (l1_entry p a x)))
; l1: nothing is assumed
(assert (forall ((p Bool) (a Int) (x Int)) (=> (l1_entry p a x) (l2_choose p a x))))
; l2: if (*) taken
(assert (forall ((p Bool) (a Int) (x Int)) (=> (l2_choose p a x) (l3_set p a x))))
; l2: if (*) not taken
(assert (forall ((p Bool) (a Int) (x Int)) (=> (l2_choose p a x) (l5_clear p a x))))
; l3: a = 1
(assert (forall ((p Bool) (a Int) (x Int)) (=> (l3_set p a x) (l6_test p 1 x))))
; l5: a = 0
(assert (forall ((p Bool) (a Int) (x Int)) (=> (l5_clear p a x) (l6_test p 0 x))))
; l6: if (a)
(assert (forall ((p Bool) (a Int) (x Int)) (=> (and (l6_test p a x) (not (= a 0))) (l7_up p a x))))
; l8: else
(assert (forall ((p Bool) (a Int) (x Int)) (=> (and (l6_test p a x) (= a 0)) (l9_down p a x))))
; l7: x = x + 1
(assert (forall ((p Bool) (a Int) (x Int)) (=> (l7_up p a x) (l10_check p a (+ x 1)))))
; l9: x = x - 1
(assert (forall ((p Bool) (a Int) (x Int)) (=> (l9_down p a x) (l10_check p a (- x 1)))))
; l10: if (!p)
(assert (forall ((p Bool) (a Int) (x Int)) (=> (and (l10_check p a x) (not p)) (l11_error p a x))))
; l11: error()
(assert (forall ((p Bool) (a Int) (x Int)) (=> (l11_error p a x) false)))
(check-sat)
(get-proof)
