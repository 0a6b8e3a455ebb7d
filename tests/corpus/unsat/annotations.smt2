; Annotations: names, weights and patterns do not change the meaning.
(set-logic HORN)
(set-info :status unsat)
(declare-fun P (Int) Bool)
(assert (! (P 1) :named fact))
(assert (! (forall ((x Int)) (! (=> (P x) (P (+ x 1))) :qid step :weight 0)) :named step))
(assert (! (forall ((x Int)) (! (=> (P x) (< x 3)) :pattern ((P x)))) :named goal))
(check-sat)
