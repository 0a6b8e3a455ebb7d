//! Conflicts known to be hard, each by its name.

use super::Pair;
use crate::{
    Budget,
    theory::{integer, literals, model_based, project},
};
use alphorn_run::stop::Cause;

/// Name, shared and private integers, A, B.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str);

const LINEAR: &[Case] = &[
    ("parity", "x", "p q", "(= x (* 2 p))", "(= x (+ 1 (* 2 q)))"),
    ("3x = 2y + 1", "x", "y z", "(= (* 3 x) (+ 1 (* 2 y)))", "(= x (* 2 z))"),
    (
        "dark shadow",
        "y",
        "x z",
        "(<= (* 3 y) (* 2 x)) (<= (* 2 x) (+ 1 (* 3 y))) (<= (* 7 y) 12) (>= (* 7 y) 2)",
        "(= y (+ 4 (* 2 z))) (<= z 3)",
    ),
    ("gap", "y", "x", "(<= (* 3 x) y) (<= y (+ 1 (* 3 x)))", "(= (mod y 3) 2)"),
    ("gap of both", "y", "x z", "(<= (* 3 x) y) (<= y (+ 1 (* 3 x)))", "(<= (+ 2 (* 6 z)) y) (<= y (+ 2 (* 6 z)))"),
    ("different moduli", "x", "p q", "(= x (* 6 p))", "(= x (+ 4 (* 9 q)))"),
    (
        "different moduli and bounds",
        "x y",
        "p q r s",
        "(= (+ x y) (* 6 p)) (= (- x y) (* 4 q))",
        "(= x (+ 1 (* 2 r))) (= y (* 2 s)) (<= x y)",
    ),
    ("a contradicts itself", "x", "p q", "(= (* 2 p) (+ 1 (* 2 q)))", "(<= x 3)"),
    ("b contradicts itself", "x", "p q", "(<= x 3)", "(= (* 2 p) (+ 1 (* 2 q)))"),
    ("nothing shared", "", "p q r", "(= (* 2 p) (+ 1 (* 2 q)))", "(<= r 3)"),
    (
        "nothing shared, b",
        "",
        "p q r",
        "(<= r 3)",
        "(<= (* 3 p) (* 2 q)) (<= (+ 1 (* 2 q)) (* 3 p))  (<= (* 3 p) (* 2 q))",
    ),
    (
        "huge",
        "x",
        "p q",
        "(= x (* 1267650600228229401496703205376 p))",
        "(= x (+ 3 (* 1237940039285380274899124224 q)))",
    ),
    ("huge bounds", "x", "p", "(<= (* 1000000007 x) (* 998244353 p)) (<= p 1000000000000)", "(>= x 1000000000000)"),
    ("div", "x y", "p", "(= y (div x 3)) (= x (+ 2 (* 3 p)))", "(= x (* 3 y))"),
    ("div of private", "y", "p", "(= y (* 4 (div p 3))) (>= p 10)", "(= (mod y 4) 2)"),
    ("mod by a negative number", "x y", "p", "(= y (mod p (- 3))) (= x (+ p p))", "(= (mod x 3) 1) (distinct y 2)"),
    ("abs", "x", "p", "(= x (abs p))", "(< x 0)"),
    ("abs of a difference", "x y", "p", "(> (abs (- x p)) 5) (= p (* 2 y))", "(= x (+ 1 (* 2 y)))"),
    ("choice", "x y", "p", "(= x (ite (> p y) (* 2 p) (* 4 y)))", "(= (mod x 2) 1)"),
    ("distinct", "x", "p", "(distinct p 3) (= (* 2 p) x)", "(= x 6)"),
    ("negated divisibility", "x", "p", "(not ((_ divisible 3) p)) (= x (* 2 p))", "(= (mod x 3) 0)"),
];

#[test]
fn linear_integers_by_projection() {
    for (name, shared, private, a, b) in LINEAR {
        let mut pair = Pair::of_ints(shared, private, a, b);
        assert!(pair.interpolate(project).is_some(), "{name}: {pair}");
    }
}

/// Splits on variables do not end here, and choices are no rows.
const LEFT_TO_PROJECTION: &[&str] =
    &["gap", "gap of both", "mod by a negative number", "negated divisibility", "abs", "abs of a difference", "choice"];

#[test]
fn linear_integers_by_case_splits() {
    for (name, shared, private, a, b) in LINEAR {
        let mut pair = Pair::of_ints(shared, private, a, b);
        let answer = pair.interpolate(integer);
        assert_eq!(answer.is_none(), LEFT_TO_PROJECTION.contains(name), "{name}: {pair}");
    }
}

#[test]
fn congruences_are_as_weak_as_the_conflict_allows() {
    let mut pair = Pair::of_ints("x", "p q", "(= x (* 6 p))", "(= x (+ 4 (* 9 q)))");
    assert_eq!(pair.answer(integer), "(= (mod x 3) 0)");
    let mut pair = Pair::of_ints("x", "y z", "(= (* 3 x) (+ 1 (* 2 y)))", "(= x (* 2 z))");
    assert_eq!(pair.answer(integer), "(= (mod x 2) 1)");
}

/// Name, shared and private variables, A, B, the interpolant.
const MIXED: &[(&str, &str, &str, &str, &str, &str)] = &[
    ("a whole number", "(r Real)", "(n Int) (q Real)", "(= r (to_real n))", "(< 0.0 q) (< q 1.0) (= q r)", ""),
    (
        "half a whole number",
        "(r Real)",
        "(n Int) (q Real)",
        "(= (* 2.0 r) (to_real n))",
        "(< 0.1 q) (< q 0.4) (= q r)",
        "",
    ),
    (
        "between whole numbers",
        "(r Real) (s Real)",
        "(n Int) (q Real)",
        "(<= r (to_real n)) (< (to_real n) s)",
        "(= r q) (= q 0.5) (= s (+ q q))",
        "",
    ),
    (
        "dense",
        "(r Real) (s Real)",
        "(t Real) (q Real)",
        "(< r t) (< t s)",
        "(<= s q) (<= q r)",
        "(< (+ r (* (- 1.0) s)) 0.0)",
    ),
    (
        "the floor of a private real",
        "(n Int)",
        "(r Real) (m Int)",
        "(= n (to_int r)) (> r 2.5)",
        "(< n m) (< m 3)",
        "(>= n 2)",
    ),
    (
        "a private real that is whole",
        "(n Int)",
        "(r Real) (m Int)",
        "(is_int r) (= (to_real n) (* 2.0 r))",
        "(= n (+ m m 1))",
        "(= (mod n 2) 0)",
    ),
    (
        "many bounds",
        "(a Real) (b Real) (c Real) (d Real) (e Real)",
        "(t Real) (q Real)",
        "(<= a t) (<= b t) (< c t) (<= d t) (<= e t) (<= t (+ a 1.0)) (<= t (+ b 1.0)) (<= t (+ c 1.0)) (< t (+ e 1.0))",
        "(= q 1.0) (= a 0.0) (or (>= c q) (>= d (+ q a 0.5)) (>= b (+ q 0.2)))",
        "",
    ),
];

#[test]
fn reals_and_integers_by_projection() {
    for (name, shared, private, a, b, expected) in MIXED {
        let mut pair = Pair::with_declarations("", shared, private, a, b);
        let answer = pair.answer(project);
        assert!(expected.is_empty() || answer == *expected, "{name}: {answer}");
    }
}

#[test]
fn nothing_is_answered_once_stopped() {
    let budget = Budget::default();
    budget.stop.stop(Cause::Interrupt);
    let mut pair = Pair::of_ints("x", "p q", "(< x p) (< p 3) (< x 3)", "(> x q) (> q 5) (> x 4)");
    for method in [integer, literals, project, model_based] {
        assert!(pair.interpolate(method).is_some());
        assert_eq!(pair.interpolate_within(method, &budget), None);
    }
}
