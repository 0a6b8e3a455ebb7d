//! Scripts that checkers of proofs cannot read as they are written.

/// Scripts that are refuted, and that a checker of proofs cannot read as they are, or could take for something else.
pub const HARD: [(&str, &str); 17] = [
    (
        "unary minus of ML",
        "(declare-fun P (Int) Bool)(assert (forall ((x Int)) (=> (= x (~ 4)) (P x))))
        (assert (forall ((x Int)) (=> (P (~ x)) (< x (~ x)))))(check-sat)",
    ),
    (
        "an integer where a real is meant",
        "(declare-fun P (Real) Bool)(assert (forall ((x Real)) (=> (= (* 3 x) 1) (P x))))
        (assert (forall ((x Int)) (=> (P (/ x 3)) (> x 1))))(check-sat)",
    ),
    (
        "a mixture that a flag allows",
        "(declare-fun P (Int Real) Bool)(assert (forall ((x Int) (r Real)) (=> (< (+ x 0.5) r (* 2 x)) (P x r))))
        (assert (forall ((x Int) (r Real)) (not (P x r))))(check-sat)",
    ),
    (
        "the rule dialect",
        "(declare-rel P (Int Bool))(declare-var x Int)(declare-var b Bool)(rule (=> (= b (> x 2)) (P x b)) one)
        (rule (=> (P x b) (P (- x 3) (not b))) two)(query P)(query (and (P x true) (< x 3)))",
    ),
    (
        "an inner variable hides an outer one",
        "(declare-fun P (Int) Bool)(assert (forall ((x Int)) (=> (exists ((x Int)) (= x 3)) (P (+ x 1)))))
        (assert (forall ((x Int)) (let ((y x)) (=> (exists ((x Int)) (and (P x) (= x y))) (< x 0)))))(check-sat)",
    ),
    (
        "a definition that binds",
        "(declare-fun P (Int) Bool)(define-const two Int 2)(define-fun below ((y Int)) Bool (< y two))
        (assert (forall ((y Int)) (=> (below y) (P y))))(assert (forall ((z Int)) (not (P z))))(check-sat)",
    ),
    (
        "two questions, and a name that comes back",
        "(push 1)(declare-fun P (Int) Bool)(assert (P 1))(assert (not (P 1)))(check-sat)(pop 1)
        (declare-fun P (Real) Bool)(assert (P 1.0))(assert (forall ((x Real)) (=> (P x) (> x 1))))(check-sat)",
    ),
    (
        "assumptions of a question",
        "(declare-fun P (Int) Bool)(declare-fun q () Bool)(assert (P 1))(assert (forall ((x Int)) (=> (P x) q)))
        (check-sat-assuming ((not q)))",
    ),
    (
        "words of the checker as names",
        "(declare-fun step (Int) Bool)(declare-fun cl (Bool) Bool)(assert (forall ((anchor Int)) (step anchor)))
        (assert (forall ((assume Int)) (=> (step assume) (cl (> assume 1)))))(assert (not (cl true)))(check-sat)",
    ),
    (
        "names that need bars",
        "(declare-fun |a b| (Int) Bool)(assert (forall ((|x y| Int)) (=> (> |x y| 1) (|a b| |x y|))))
        (assert (forall ((|x y| Int)) (not (|a b| |x y|))))(check-sat)",
    ),
    (
        "a label that is a variable elsewhere",
        "(declare-fun P (Int) Bool)(assert (! (forall ((y Int)) (P y)) :named x))
        (assert (! (forall ((x Int)) (=> (P x) (< x 0))) :named other))(check-sat)",
    ),
    (
        "sorts without rules beside",
        "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-fun P (Int) Bool)(declare-fun Q (L) Bool)
        (assert (Q nil))(assert (P 1))(assert (not (P 1)))(check-sat)",
    ),
    (
        "operators of any number of arguments",
        "(declare-fun P (Int Bool) Bool)(assert (forall ((x Int) (b Bool)) (=> (xor b (> x 1) (< x 3) true)
        (=> b (> x 5) (not b)) (or (distinct x 1 2 3 (- x 1)) (= x 2 3)) (P (- x 1 2) (and b)))))
        (assert (forall ((x Int) (b Bool)) (=> (= 0 (* 1 2 (- x x))) (P x b) false)))(check-sat)",
    ),
    (
        "division by numerals",
        "(declare-fun P (Int Real) Bool)(assert (forall ((x Int) (r Real)) (=> (and (= (div (- 7) 2 2) x) (= r (/ 1 2 2))
        (= (mod x 3) 1) (= (rem (- 7) (- 2)) (- 1))) (P x r))))(assert (forall ((x Int) (r Real)) (not (P x r))))(check-sat)",
    ),
    (
        "names that are a checker's own however they go on",
        "(declare-fun @p1 (Int) Bool)(declare-fun bvs (Int) Bool)(declare-fun .q (Int) Bool)(assert (@p1 (~ 1)))
        (assert (forall ((bvx Int)) (=> (@p1 bvx) (bvs (+ bvx 1)))))(assert (forall ((@v Int)) (=> (bvs @v) (.q @v))))
        (assert (forall ((bv Int) (str.x Int)) (=> (and (.q bv) (.q str.x)) false)))(check-sat)",
    ),
    (
        "letters that are none in the standard",
        "(declare-fun \u{e9} (Int) Bool)(assert (\u{e9} 0))(assert (forall ((\u{3bb} Int)) (=> (\u{e9} \u{3bb}) false)))(check-sat)",
    ),
    (
        "a name that is declared with other arguments later",
        "(declare-fun P (Int) Bool)(assert (P 0))
        (push 1)(declare-fun Q (Int) Bool)(assert (forall ((x Int)) (=> (P x) (Q x))))
        (assert (forall ((x Int)) (=> (Q x) false)))(check-sat)(pop 1)
        (push 1)(declare-fun Q (Int Int) Bool)(assert (forall ((x Int)) (=> (P x) (Q x x))))
        (assert (forall ((x Int)) (=> (Q x 0) false)))(check-sat)(pop 1)",
    ),
];
