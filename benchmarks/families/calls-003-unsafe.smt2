; Growth family `calls`, n = 3: a call tree, two calls each.
;   int p0(x) { return x + (* ? 1 : 0); }   int pk(x) { return pk-1(pk-1(x)); }
;   assert(p3(x) > x)
; Expected: unsafe: no leaf increments.
(set-logic HORN)
(set-info :status unsat)
(declare-fun p0 (Int Int) Bool)
(declare-fun p1 (Int Int) Bool)
(declare-fun p2 (Int Int) Bool)
(declare-fun p3 (Int Int) Bool)
; p0: return x + 1
(assert (forall ((x Int)) (p0 x (+ x 1))))
; p0: return x
(assert (forall ((x Int)) (p0 x x)))
; p1: return p0(p0(x))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p0 x y) (p0 y z)) (p1 x z))))
; p2: return p1(p1(x))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p1 x y) (p1 y z)) (p2 x z))))
; p3: return p2(p2(x))
(assert (forall ((x Int) (y Int) (z Int)) (=> (and (p2 x y) (p2 y z)) (p3 x z))))
; assert(p3(x) > x)
(assert (forall ((x Int) (y Int)) (=> (p3 x y) (> y x))))
(check-sat)
