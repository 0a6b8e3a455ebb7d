; Numerals far beyond 64 bits, told apart by the last digit.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P (Int) Bool)
(assert (P 100000000000000000000000000000000000001))
(assert (not (P 100000000000000000000000000000000000000)))
(assert (forall ((x Int)) (=> (P x) (= (mod x 18446744073709551616) 687399551400673281))))
(check-sat)
