//! Equality, datatypes and arrays: named cases.

use super::Pair;
use crate::{
    Budget,
    theory::{array, equality, literals, model_based, project},
};
use alphorn_logic::term::Op;

const DECLARATIONS: &str = "(declare-sort U 0) (declare-fun f (U) U) (declare-fun g (U U) U) (declare-fun p (U) Bool)
    (declare-datatypes ((L 0)) (((nil) (cons (head U) (tail L)))))";

/// Name, shared and private variables, A, B, the interpolant.
type Case = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str);

const EQUALITIES: &[Case] = &[
    ("chain", "(x U) (y U)", "(a U)", "(= x a) (= a y)", "(distinct (f x) (f y))", "(= y x)"),
    (
        "premise of b",
        "(x U) (y U)",
        "(a U) (b U)",
        "(= a (f x)) (distinct a (f y))",
        "(= x b) (= b y)",
        "(not (= y x))",
    ),
    (
        "congruence across the sides",
        "(x U) (y U)",
        "(a U) (b U)",
        "(= x a) (= (f a) y)",
        "(= x b) (distinct (f b) y)",
        "(= (f x) y)",
    ),
    (
        "a fact that needs one of the other side",
        "(x U) (y U) (u U) (v U)",
        "(a U) (b U)",
        "(= (g a x) u) (= (g a y) v)",
        "(= x b) (= b y) (distinct u v)",
        "(=> (= y x) (= u v))",
    ),
    ("predicates", "(x U) (y U)", "(a U)", "(p a) (= a x)", "(= x y) (not (p y))", "(=> (= y x) (p y))"),
    ("numerals", "(x Int) (y Int)", "(a Int)", "(= x 3) (= y a) (= a 4)", "(= x y)", "(and (= 3 x) (= y 4))"),
    ("different constructors", "(l L)", "(a U) (k L)", "(= l (cons a k))", "(= l nil)", ""),
    (
        "injective constructors",
        "(l L) (x U)",
        "(a U) (k L) (m L) (b U)",
        "(= l (cons a k)) (= a x)",
        "(= l (cons b m)) (distinct b x)",
        "",
    ),
    ("a contradicts itself", "(x U)", "(a U)", "(= x a) (distinct (f x) (f a))", "(p x)", "false"),
    ("b contradicts itself", "(x U)", "(a U)", "(p x)", "(= x a) (distinct (f x) (f a))", "true"),
];

#[test]
fn equalities_have_interpolants() {
    for (name, shared, private, a, b, expected) in EQUALITIES {
        let mut pair = Pair::with_declarations(DECLARATIONS, shared, private, a, b);
        assert!(pair.is_conflict(), "{name}");
        let answer = pair.answer(equality);
        assert!(expected.is_empty() || answer == *expected, "{name}: {answer}");
    }
}

/// Name, shared and private variables, A, B.
const ARRAYS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "read at the index written",
        "(a (Array Int Int)) (i Int)",
        "(b (Array Int Int))",
        "(= a (store b i 5))",
        "(= (select a i) 6)",
    ),
    (
        "read past the index written",
        "(a (Array Int Int)) (b (Array Int Int)) (i Int)",
        "(j Int)",
        "(= a (store b i 5))",
        "(distinct i j) (distinct (select a j) (select b j))",
    ),
    (
        "indices that only one side tells apart",
        "(a (Array Int Int)) (b (Array Int Int)) (i Int) (j Int)",
        "(k Int)",
        "(= a (store b i 5)) (= j k) (distinct i k)",
        "(distinct (select a j) (select b j))",
    ),
    (
        "indices of which nothing is known",
        "(a (Array Int Int)) (i Int) (j Int)",
        "(b (Array Int Int))",
        "(= a (store (store b i 5) j 5))",
        "(distinct (select a i) 5)",
    ),
    (
        "different arrays",
        "(a (Array Int Int)) (b (Array Int Int)) (i Int) (v Int)",
        "",
        "(= a (store b i v))",
        "(= (select a i) (select b i)) (distinct a b)",
    ),
    (
        "indices that are one number",
        "(a (Array Int Int)) (b (Array Int Int)) (i Int)",
        "(j Int) (k Int)",
        "(= a (store b k 5)) (= k 3)",
        "(= i 3) (= i j) (distinct (select a j) 5)",
    ),
    (
        "indices that are different numbers",
        "(a (Array Int Int)) (b (Array Int Int)) (i Int)",
        "(j Int) (k Int)",
        "(= a (store b k 5)) (= k 3)",
        "(= i 4) (= i j) (distinct (select a j) (select b j))",
    ),
    (
        "constant arrays",
        "(a (Array Int Int)) (j Int)",
        "(i Int)",
        "(= a (store ((as const (Array Int Int)) 0) i 0))",
        "(distinct (select a j) 0)",
    ),
];

#[test]
fn reads_over_writes_have_interpolants() {
    for (name, shared, private, a, b) in ARRAYS {
        let mut pair = Pair::with_declarations("", shared, private, a, b);
        assert!(pair.is_conflict(), "{name}");
        assert!(pair.interpolate(array).is_some(), "{name}");
    }
}

#[test]
fn other_theories_are_projected_by_models() {
    let bits = "(y (_ BitVec 4)) (z (_ BitVec 4))";
    let mut pair = Pair::with_declarations("", "(x (_ BitVec 4))", bits, "(= x (bvshl y #x1))", "(= x (bvor z #x1))");
    assert!(pair.interpolate(model_based).is_some());
    let small = Budget { cases: 1, ..Budget::default() };
    assert_eq!(pair.interpolate_within(model_based, &small), None);
    assert_eq!(pair.interpolate(project), None);
}

#[test]
fn an_equality_goes_up_through_deep_terms() {
    let mut pair = Pair::with_declarations(DECLARATIONS, "(x U) (y U)", "(a U)", "(= x a) (= a (f x)) (= a y)", "");
    let Op::Apply(f) = *pair.terms.op(pair.terms.args(pair.a[1])[1]) else { panic!("f is applied") };
    let [mut x, mut y] = [0, 1].map(|at| pair.terms.var_term(pair.shared[at]));
    for _ in 0..20_000 {
        [x, y] = [x, y].map(|t| pair.terms.app(Op::Apply(f), [t]));
    }
    let equal = pair.terms.eq(x, y);
    pair.b = vec![pair.terms.not(equal)];
    let budget = Budget::default();
    let formula = equality(&mut pair.terms, &mut pair.smt, &[pair.a[0], pair.a[2]], &pair.b, &pair.shared, &budget);
    assert_eq!(formula.map(|formula| pair.terms.display(formula)).as_deref(), Some("(= y x)"));
}

#[test]
fn what_is_private_to_both_sides_has_no_interpolant() {
    let mut pair = Pair::with_declarations(DECLARATIONS, "(x U)", "(a U)", "(= x a)", "(distinct x a)");
    for method in [equality, literals, model_based] {
        assert_eq!(pair.interpolate(method), None);
    }
}
