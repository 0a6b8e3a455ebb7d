//! Random pairs of cubes.

use super::*;
use crate::{
    arith::{Linear, Rational, Relation, Row},
    term::SortId,
};
use dashu_int::IBig;
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

/// Which variables are integers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Numbers {
    Integers,
    Reals,
    Mixed,
}

/// One random comparison: coefficients of three shared and two private variables, a relation, a right side.
type Comparison = ([Rational; 5], u8, Rational);

/// Small numbers, often 0, now and then a huge one.
fn numbers() -> impl Strategy<Value = Rational> {
    prop_oneof![
        10 => (-1i64..=1).prop_map(Rational::from),
        6 => (-5i64..=5).prop_map(Rational::from),
        1 => (-20i64..=20, 1i64..=3).prop_map(|(n, d)| Rational::new(n, d).unwrap_or_default()),
    ]
}

fn comparison(kind: usize) -> impl Strategy<Value = Comparison> {
    let coefficients = prop::array::uniform5(numbers());
    (coefficients, 0u8..12, numbers(), any::<prop::sample::Index>()).prop_map(
        move |(mut coefficients, relation, rhs, at)| {
            if kind == 1 {
                // Degenerate: everything goes through the origin.
                return (coefficients, relation, Rational::ZERO);
            }
            if kind == 2 {
                let huge = Rational::from((IBig::ONE << 80usize) + IBig::from(17));
                coefficients[at.index(5)] *= &huge;
                return (coefficients, relation, rhs * huge);
            }
            (coefficients, relation, rhs)
        },
    )
}

fn pairs() -> impl Strategy<Value = (Numbers, Vec<Comparison>, Vec<Comparison>)> {
    let numbers = prop_oneof![Just(Numbers::Integers), Just(Numbers::Reals), Just(Numbers::Mixed)];
    let kind = prop_oneof![6 => Just(0usize), 2 => Just(1usize), 1 => Just(2usize)];
    (numbers, kind).prop_flat_map(|(numbers, kind)| {
        let side = || prop::collection::vec(comparison(kind), 1..7);
        (Just(numbers), side(), side())
    })
}

struct Variables {
    terms: Vec<TermId>,
    vars: Vec<VarId>,
}

fn variables(terms: &mut Terms, numbers: Numbers) -> Variables {
    // Three shared ones, two of the prefix, two of the suffix.
    let sort = |at: usize| match numbers {
        Numbers::Integers => SortId::INT,
        Numbers::Reals => SortId::REAL,
        Numbers::Mixed => [SortId::INT, SortId::REAL][at % 2],
    };
    let vars: Vec<VarId> = (0..7).map(|at| terms.fresh_var(&format!("v{at}"), sort(at))).collect();
    Variables { terms: vars.iter().map(|var| terms.var_term(*var)).collect(), vars }
}

fn literals(terms: &mut Terms, variables: &Variables, private: usize, side: &[Comparison]) -> Vec<TermId> {
    let mut columns = super::super::cube::Columns::new(&[]);
    let places: Vec<usize> =
        [0, 1, 2, private, private + 1].iter().map(|at| columns.column(terms, variables.terms[*at])).collect();
    let mut literals = Vec::new();
    for (coefficients, relation, rhs) in side {
        let form = Linear::new(places.iter().copied().zip(coefficients.iter().cloned()));
        let row = match relation {
            0..5 => Row::le(form, rhs.clone()),
            5..8 => Row::lt(form, rhs.clone()),
            8..11 => Row::eq(form, rhs.clone()),
            _ => {
                let equation = columns.literal(terms, &Row::new(form, Relation::Eq, rhs.clone()));
                literals.push(terms.not(equation));
                continue;
            }
        };
        literals.push(columns.literal(terms, &row));
    }
    literals
}

#[test]
fn random_cubes() {
    let mut runner = TestRunner::deterministic();
    let (mut terms, mut judge) = (Terms::new(), Judge::new());
    let styles = [Strength::Strong, Strength::Middle, Strength::Weak];
    let mut interpolators: Vec<Interpolator> = styles
        .into_iter()
        .flat_map(|strength| [false, true].map(|decompose| Config { strength, decompose, ..Config::default() }))
        .map(Interpolator::new)
        .collect();
    let kinds = [Numbers::Integers, Numbers::Reals, Numbers::Mixed];
    let variables = kinds.map(|numbers| variables(&mut terms, numbers));
    let (mut answered, mut failed) = (0, 0);
    for round in 0..cases(3_000, 100_000) {
        let (numbers, a, b) = pairs().new_tree(&mut runner).unwrap().current();
        let vars = &variables[kinds.iter().position(|kind| *kind == numbers).unwrap()];
        let a = literals(&mut terms, vars, 3, &a);
        let suffix = [literals(&mut terms, vars, 5, &b)];
        let prefix = terms.and(a);
        let question = Question { prefix, suffix: &suffix, shared: &vars.vars[..3], transitions: &[] };
        let interpolator = &mut interpolators[round % styles.len()];
        match judge.ask(&mut terms, interpolator, &question) {
            Ok(_) => answered += 1,
            Err(Failure::Satisfiable) => {}
            Err(failure) => {
                failed += 1;
                let (a, b) = (terms.display(prefix), terms.and(suffix[0].iter().copied()));
                eprintln!("{numbers:?}: {failure}: {a}\n{}", terms.display(b));
            }
        }
    }
    let counters: Vec<&Counters> = interpolators.iter().map(Interpolator::counters).collect();
    let count = |method| counters.iter().map(|counters| counters.tally(method).answered).sum::<u64>();
    for method in Method::ALL {
        eprintln!("{}: {}", method.name(), count(method));
    }
    eprintln!("{answered} answered, {failed} failed");
    assert_eq!(
        counters.iter().map(|counters| counters.rejected).sum::<u64>(),
        0,
        "all methods are right by themselves"
    );
    assert!(failed == 0 && answered > cases(3_000, 100_000) / 4, "{answered} answered, {failed} failed");
    assert!(count(Method::Farkas) > 0 && count(Method::Group) > 0);
}
