; The parameter of a macro is not the variable of the same name where it is used.
; needs: induction
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int Int) Bool)
(define-fun less ((x Int) (y Int)) Bool (< x y))
(assert (P 0 1))
(assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (P y x) (less x y)) false)))
(check-sat)
