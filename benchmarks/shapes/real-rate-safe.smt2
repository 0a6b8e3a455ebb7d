; Reals: a tank that fills at a rate between 1/2 and 3/2, observed at arbitrary times.
;   level = 0; t = 0; while (*) { d = *; assume(d >= 0); t += d; level += between d/2 and 3d/2; }
;   assert(level <= 3t/2)
; Expected: safe, by induction: the property is its own invariant.
(set-logic HORN)
(set-info :status sat)
(declare-fun tank (Real Real) Bool)
; level = 0; t = 0
(assert (tank 0.0 0.0))
; t += d; level += between d/2 and 3d/2
(assert (forall ((level Real) (t Real) (d Real) (level1 Real))
  (=> (and (tank level t) (>= d 0.0) (<= (+ level (/ d 2.0)) level1) (<= level1 (+ level (* 1.5 d)))) (tank level1 (+ t d)))))
; assert(level <= 3t/2)
(assert (forall ((level Real) (t Real)) (=> (tank level t) (<= level (* (/ 3 2) t)))))
(check-sat)
(get-model)
