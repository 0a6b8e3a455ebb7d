; Numerals far beyond 64 bits.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (P 340282366920938463463374607431768211456))
(assert (forall ((x Int)) (=> (P x) (P (- x 340282366920938463463374607431768211457)))))
(assert (not (P (- 1))))
(check-sat)
