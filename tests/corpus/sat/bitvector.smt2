; Signed and unsigned comparison, extraction, concatenation.
; needs: bmc
(set-logic HORN)
(set-info :status sat)
(declare-fun P ((_ BitVec 8)) Bool)
(assert (forall ((x (_ BitVec 4))) (P (concat #xf x))))
(assert (forall ((x (_ BitVec 8))) (=> (P x) (and (bvslt x #x00) (bvuge x #xf0)))))
(assert (forall ((x (_ BitVec 8))) (=> (P x) (= ((_ extract 7 4) x) #xf))))
(check-sat)
