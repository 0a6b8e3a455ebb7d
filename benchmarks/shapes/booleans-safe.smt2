; Booleans only: a token in a ring of three places.
;   a, b, c = true, false, false; while (*) a, b, c = c, a, b;
;   assert(!(a && b))
; Expected: safe: exactly one of a, b, c holds.
(set-logic HORN)
(set-info :status sat)
(declare-fun ring (Bool Bool Bool) Bool)
; a, b, c = true, false, false
(assert (ring true false false))
; a, b, c = c, a, b
(assert (forall ((a Bool) (b Bool) (c Bool)) (=> (ring a b c) (ring c a b))))
; assert(!(a && b))
(assert (forall ((a Bool) (b Bool) (c Bool)) (not (and (ring a b c) a b))))
(check-sat)
(get-model)
