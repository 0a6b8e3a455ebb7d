; The way driver problems are written: a let of a negated existential, bodies as negated disjunctions, (not false).
(set-logic HORN)
(set-info :status unsat)
(declare-fun Proc1 (Int Bool) Bool)
(declare-fun Proc2 (Int) Bool)
(assert (forall ((A Int) (B Bool)) (let ((a!1 (not (or (not B) (not (= A 1)))))) (=> a!1 (Proc1 A B)))))
(assert (forall ((A Int) (B Bool)) (let ((a!1 (or (not B) (not (and (Proc1 A B) (> A 0)))))) (=> (not a!1) (Proc2 A)))))
(assert (let ((a!1 (exists ((V0 Int)) (not (=> (and (Proc2 V0) (not false)) false))))) (not a!1)))
(check-sat)
