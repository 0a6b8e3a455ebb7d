; Booleans only: a token in a ring of three places.
;   a, b, c = true, false, false; while (*) a, b, c = c, a, b;
;   assert(!c)
; Expected: unsafe after two turns.
(set-logic HORN)
(set-info :status unsat)
(declare-fun ring (Bool Bool Bool) Bool)
; a, b, c = true, false, false
(assert (ring true false false))
; a, b, c = c, a, b
(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (ring a b c) (ring c a b))))
; assert(!c)
(assert (forall ((a Bool) (b Bool) (c Bool)) (not (and (ring a b c) c))))
(check-sat)
(get-proof)
