//! The linear forms and the constants that a problem itself speaks of.

use super::Columns;
use crate::{
    arith::{Linear, Rational, Row},
    horn::{Atom, PredId, Problem, Rule},
    term::{self, Op, TermId, Terms, VarId},
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The comparisons in the rules that use or derive a predicate, as far as they speak of its arguments only, as forms over
/// its columns, in lowest terms and with a positive first coefficient. Each form is there once.
pub fn compared(
    terms: &mut Terms,
    problem: &Problem,
    pred: PredId,
    columns: &Columns,
    params: &[VarId],
) -> Vec<Linear> {
    let column: FxHashMap<TermId, usize> = columns.terms().enumerate().map(|(at, term)| (term, at)).collect();
    let mut found = Vec::new();
    for rule in rules_about(problem, pred) {
        let sums = differences(terms, rule.constraint);
        for atom in atoms_of(rule, pred) {
            let mut place: FxHashMap<TermId, usize> = FxHashMap::default();
            for (&arg, &param) in atom.args.iter().zip(params) {
                if let Some(&at) = column.get(&terms.var_term(param)) {
                    place.insert(terms.var_term(arg), at);
                }
            }
            found.extend(sums.iter().filter_map(|sum| form(sum, &place)));
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    found.retain(|form| seen.insert(form.clone()));
    found
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
    let near = |number: &Rational| [number - &Rational::ONE, number.clone(), number + &Rational::ONE];
    let all = numbers.iter().flat_map(near).flat_map(|number| [-&number, number]);
    all.collect()
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
    parts.into_iter().filter_map(|part| term::Linear::of_atom(terms, part)).map(|(sum, _)| sum).collect()
}

/// A sum of arguments as a form over columns; `None` if it speaks of anything else.
fn form(sum: &term::Linear, place: &FxHashMap<TermId, usize>) -> Option<Linear> {
    let entry =
        |(term, factor): &(TermId, dashu_ratio::RBig)| Some((*place.get(term)?, Rational::from(factor.clone())));
    let entries: Option<Vec<(usize, Rational)>> = sum.monomials().iter().map(entry).collect();
    let form = Linear::new(entries?);
    (!form.is_zero()).then(|| Row::eq(form, Rational::ZERO).primitive().coeffs)
}
