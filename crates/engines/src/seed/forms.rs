//! The linear forms and the constants that a problem itself speaks of.

use super::Columns;
use alphorn_arith::{Linear, Rational, Row};
use alphorn_logic::{
    horn::{Atom, PredId, Problem, Rule},
    term::{self, Op, TermId, Terms, VarId},
};
use dashu_ratio::RBig;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;

/// Of larger constraints only a part is looked at.
const MOST_PARTS: usize = 5_000;

/// A linear form over columns, in lowest terms and with a positive first coefficient, and what it is compared with.
#[derive(Clone, Debug)]
pub struct Form {
    /// The form.
    pub coeffs: Linear,
    /// The numbers.
    pub constants: BTreeSet<Rational>,
}

impl Form {
    /// The form that is a multiple of this one.
    pub fn new(coeffs: Linear) -> Self {
        Form { coeffs: Row::eq(coeffs, Rational::ZERO).primitive().coeffs, constants: BTreeSet::new() }
    }
}

/// The comparisons in the rules that use or derive a predicate, as far as they speak of its arguments only.
pub fn compared(terms: &mut Terms, problem: &Problem, pred: PredId, columns: &Columns, params: &[VarId]) -> Vec<Form> {
    let column: FxHashMap<TermId, usize> = columns.terms().enumerate().map(|(at, term)| (term, at)).collect();
    let mut found: IndexMap<Linear, BTreeSet<Rational>, FxBuildHasher> = IndexMap::default();
    for rule in rules_about(problem, pred) {
        let sums = differences(terms, rule.constraint);
        for atom in atoms_of(rule, pred) {
            let mut place: FxHashMap<TermId, usize> = FxHashMap::default();
            for (&arg, &param) in atom.args.iter().zip(params) {
                if let Some(&at) = column.get(&terms.var_term(param)) {
                    place.insert(terms.var_term(arg), at);
                }
            }
            for row in sums.iter().filter_map(|sum| equation(sum, &place)) {
                found.entry(row.coeffs).or_default().insert(row.rhs);
            }
        }
    }
    found.into_iter().map(|(coeffs, constants)| Form { coeffs, constants }).collect()
}

/// The numerals of the rules that use or derive one of the predicates, with their neighbours and negations, and 0.
pub fn constants(terms: &Terms, problem: &Problem, preds: &[PredId], most: usize) -> BTreeSet<Rational> {
    let about = problem.rules.iter().filter(|rule| preds.iter().any(|&pred| atoms_of(rule, pred).next().is_some()));
    let roots: Vec<TermId> = about.map(|rule| rule.constraint).collect();
    let mut numbers: BTreeSet<Rational> = [Rational::ZERO].into();
    for term in terms.subterms(roots) {
        if numbers.len() >= most {
            break;
        }
        if matches!(terms.op(term), Op::Int(_) | Op::Real(_)) {
            numbers.extend(terms.number(term).map(Rational::from));
        }
    }
    numbers.iter().flat_map(near).flat_map(|number| [-&number, number]).collect()
}

/// A number and its neighbours.
pub fn near(number: &Rational) -> [Rational; 3] {
    [number - &Rational::ONE, number.clone(), number + &Rational::ONE]
}

fn rules_about(problem: &Problem, pred: PredId) -> impl Iterator<Item = &Rule> {
    problem.rules.iter().filter(move |rule| atoms_of(rule, pred).next().is_some())
}

fn atoms_of(rule: &Rule, pred: PredId) -> impl Iterator<Item = &Atom> {
    let atoms = rule.head.iter().chain(rule.premises.iter().map(|premise| &premise.atom));
    atoms.filter(move |atom| atom.pred == pred)
}

/// The differences of the two sides of the comparisons in a formula.
fn differences(terms: &mut Terms, formula: TermId) -> Vec<term::Linear> {
    let parts = terms.subterms([formula]);
    parts
        .into_iter()
        .take(MOST_PARTS)
        .filter_map(|part| term::Linear::of_atom(terms, part))
        .map(|(sum, _)| sum)
        .collect()
}

/// `sum = 0` for a sum of arguments, over columns and in lowest terms; `None` if it speaks of anything else or of nothing.
fn equation(sum: &term::Linear, place: &FxHashMap<TermId, usize>) -> Option<Row> {
    let entry = |(term, factor): &(TermId, RBig)| Some((*place.get(term)?, Rational::from(factor.clone())));
    let entries: Option<Vec<(usize, Rational)>> = sum.monomials().iter().map(entry).collect();
    let form = Linear::new(entries?);
    (!form.is_zero()).then(|| Row::eq(form, -Rational::from(sum.constant().clone())).primitive())
}
