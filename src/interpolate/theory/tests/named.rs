//! Conflicts known to be hard, each by its name.

use super::Pair;
use crate::interpolate::theory::{integer, project};

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
    &["gap", "gap of both", "mod by a negative number", "abs", "abs of a difference", "choice"];

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
