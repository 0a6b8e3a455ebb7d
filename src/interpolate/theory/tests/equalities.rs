//! Equality, datatypes and arrays: named cases and random pairs.

use super::{Method, Pair, random::Random, random::scaled};
use crate::{
    interpolate::theory::{array, equality, model_based},
    term::{Constructor, ConstructorId, Datatype, Field, FunId, Op, Sort, SortId, TermId, Terms},
};

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
        "(= (f x) u) (= (f y) a) (= a v)",
        "(= x b) (= b y) (distinct u v)",
        "(=> (= x y) (= u v))",
    ),
    ("predicates", "(x U) (y U)", "(a U)", "(p a) (= a x)", "(= x y) (not (p y))", "(p x)"),
    ("numerals", "(x Int) (y Int)", "(a Int)", "(= x 3) (= y a) (= a 4)", "(= x y)", "(and (= y 4) (= 3 x))"),
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
        "(a (Array Int Int)) (b (Array Int Int)) (i Int)",
        "(v Int)",
        "(= a (store b i v))",
        "(= (select a i) (select b i)) (distinct a b)",
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
    let mut pair = Pair::with_declarations(
        "",
        "(x (_ BitVec 8))",
        "(y (_ BitVec 8)) (z (_ BitVec 8))",
        "(= x (bvshl y #x01))",
        "(= x (bvor z #x01))",
    );
    assert!(pair.is_conflict());
    let mut small = crate::interpolate::Budget { cases: 2, ..Default::default() };
    pair.interpolate_within(model_based, &small);
    small.cases = 0;
    assert_eq!(pair.interpolate_within(model_based, &small), None);
}

/// Draws terms over an uninterpreted sort.
struct Drawer {
    random: Random,
    unary: FunId,
    binary: FunId,
    cons: Option<ConstructorId>,
    element: SortId,
    array: SortId,
}

impl Drawer {
    fn new(terms: &mut Terms, seed: u64, datatypes: bool) -> Drawer {
        let u = terms.intern_sort(Sort::Uninterpreted("U".into()));
        let (element, cons) = if datatypes {
            let (id, sort) = terms.add_datatype(Datatype { name: "T".into(), params: [].into(), constructors: vec![] });
            let field = |name: &str| Field { name: name.into(), sort };
            terms.datatype_mut(id).constructors = vec![
                Constructor { name: "nil".into(), fields: vec![] },
                Constructor { name: "cons".into(), fields: vec![field("left"), field("right")] },
            ];
            (sort, Some(ConstructorId { datatype: id, index: 1 }))
        } else {
            (u, None)
        };
        let array = terms.intern_sort(Sort::Array(element, element));
        Drawer {
            random: Random(seed),
            unary: terms.declare_fun("f", [element], element),
            binary: terms.declare_fun("g", [element, element], element),
            cons,
            element,
            array,
        }
    }

    fn element(&mut self, terms: &mut Terms, vars: &[TermId], depth: usize) -> TermId {
        let choice = self.random.below(8);
        if depth == 0 || choice < 4 {
            return self.random.pick(vars);
        }
        let (s, t) = (self.element(terms, vars, depth - 1), self.element(terms, vars, depth - 1));
        match self.cons {
            Some(cons) if choice == 4 => terms.app(Op::Construct(cons), [s, t]),
            Some(cons) if choice == 5 => terms.app(Op::Construct(ConstructorId { index: 0, ..cons }), []),
            _ if choice < 7 => terms.app(Op::Apply(self.unary), [s]),
            _ => terms.app(Op::Apply(self.binary), [s, t]),
        }
    }

    fn array(&mut self, terms: &mut Terms, vars: &[TermId], arrays: &[TermId]) -> TermId {
        let base = self.random.pick(arrays);
        if self.random.below(2) == 0 {
            return base;
        }
        let (at, value) = (self.random.pick(vars), self.random.pick(vars));
        terms.app(Op::Store, [base, at, value])
    }

    fn literal(&mut self, terms: &mut Terms, vars: &[TermId], arrays: &[TermId]) -> TermId {
        let (s, t) = match self.random.below(3) {
            0 if !arrays.is_empty() => (self.array(terms, vars, arrays), self.array(terms, vars, arrays)),
            1 if !arrays.is_empty() => {
                let array = self.array(terms, vars, arrays);
                let at = self.random.pick(vars);
                (terms.app(Op::Select, [array, at]), self.random.pick(vars))
            }
            _ => (self.element(terms, vars, 2), self.element(terms, vars, 2)),
        };
        let equal = terms.app(Op::Eq, [s, t]);
        if self.random.below(4) == 0 { terms.not(equal) } else { equal }
    }

    fn draw(&mut self, pair: &mut Pair, with_arrays: bool) {
        let terms = &mut pair.terms;
        let mut vars = |count: i64, sort: SortId| (0..count).map(|_| terms.fresh_var("v", sort)).collect::<Vec<_>>();
        let [shared, of_a, of_b] = [3, 2, 2].map(|count| vars(count, self.element));
        let count = if with_arrays { 2 } else { 0 };
        let [arrays, arrays_a, arrays_b] = [1, count / 2, count / 2].map(|n| vars(n.min(count), self.array));
        [pair.a, pair.b] = [(of_a, arrays_a), (of_b, arrays_b)].map(|(private, private_arrays)| {
            let vars: Vec<TermId> = shared.iter().chain(&private).map(|v| pair.terms.var_term(*v)).collect();
            let all: Vec<TermId> = arrays.iter().chain(&private_arrays).map(|v| pair.terms.var_term(*v)).collect();
            (0..self.random.between(2, 6)).map(|_| self.literal(&mut pair.terms, &vars, &all)).collect()
        });
        pair.shared = shared.into_iter().chain(arrays).collect();
    }
}

/// Runs a method on random pairs; how many of a thousand it answered.
fn answered(method: Method, count: usize, datatypes: bool, arrays: bool) -> usize {
    let (mut tried, mut answered, mut seed) = (0, 0, 0);
    while tried < count {
        seed += 1;
        let mut terms = Terms::new();
        let mut drawer = Drawer::new(&mut terms, seed, datatypes);
        let mut pair = Pair::empty(terms);
        for _ in 0..250 {
            drawer.draw(&mut pair, arrays);
            if pair.is_conflict() && (tried % 16 == 0 || pair.has_consistent_sides()) {
                tried += 1;
                answered += usize::from(pair.interpolate(method).is_some());
            }
        }
    }
    println!("{answered} of {tried} pairs answered");
    answered * 1000 / tried
}

#[test]
fn all_conflicts_of_equalities_are_answered() {
    assert_eq!(answered(equality, scaled(1000), false, false), 1000);
}

#[test]
fn most_conflicts_of_datatypes_are_answered() {
    assert!(answered(equality, scaled(300), true, false) > 800);
}

#[test]
fn most_conflicts_of_arrays_are_answered() {
    assert!(answered(array, scaled(300), false, true) > 700);
}

#[test]
fn model_based_projections_of_equalities_and_arrays_are_interpolants() {
    answered(model_based, scaled(100), false, false);
    answered(model_based, scaled(100), false, true);
}
