; Lazy Annotation for Program Testing and Verification (CAV 2010), Figure 1, fragment `loop1`.
;   l1 assert(x == y);          (an assumption: the text labels l1 with tau < 1 only)
;   l2 i = 0
;   l3 while (i < n) {
;   l4   x = x - 1;            (the paper has x + 1)
;   l5   i = i + 1;
;   l6 }
;   l10 if (x < y)
;   l11   error();
; Expected: unsafe. One turn of the loop (n = 1) leaves x = y - 1.
(set-logic HORN)
(set-info :status unsat)
(declare-fun l1_entry (Int Int Int Int) Bool)
(declare-fun l2_init (Int Int Int Int) Bool)
(declare-fun l3_loop (Int Int Int Int) Bool)
(declare-fun l4_body (Int Int Int Int) Bool)
(declare-fun l5_count (Int Int Int Int) Bool)
(declare-fun l10_check (Int Int Int Int) Bool)
(declare-fun l11_error (Int Int Int Int) Bool)
; the fragment is entered in any state
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (l1_entry x y i n)))
; l1: assert(x == y), read as an assumption
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (l1_entry x y i n) (= x y)) (l2_init x y i n))))
; l2: i = 0
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (l2_init x y i n) (l3_loop x y 0 n))))
; l3: while (i < n) entered
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (l3_loop x y i n) (< i n)) (l4_body x y i n))))
; l4: x = x - 1
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (l4_body x y i n) (l5_count (- x 1) y i n))))
; l5: i = i + 1, back to l3
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (l5_count x y i n) (l3_loop x y (+ i 1) n))))
; l3: while (i < n) left
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (l3_loop x y i n) (>= i n)) (l10_check x y i n))))
; l10: if (x < y)
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (l10_check x y i n) (< x y)) (l11_error x y i n))))
; l11: error()
(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (l11_error x y i n) false)))
(check-sat)
(get-proof)
