; Lazy Annotation for Program Testing and Verification (CAV 2010), Section 2.2: a loop that iterates N times, N large and
; fixed, is why tau0 should be doubled and not incremented. The paper gives no program; this is the smallest one, with N = 20.
;   i = 0;
;   while (i < 20) i = i + 1;
;   if (i != 20) error();
; Expected: safe, by induction: i <= 20.
(set-logic HORN)
(set-info :status sat)
(declare-fun loop (Int) Bool)
(declare-fun check (Int) Bool)
; i = 0
(assert (loop 0))
; while (i < 20) i = i + 1
(assert (forall ((i Int)) (=> (and (loop i) (< i 20)) (loop (+ i 1)))))
; the loop is left
(assert (forall ((i Int)) (=> (and (loop i) (>= i 20)) (check i))))
; if (i != 20) error()
(assert (forall ((i Int)) (=> (and (check i) (not (= i 20))) false)))
(check-sat)
(get-model)
