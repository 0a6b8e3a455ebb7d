//! Arguments that are an affine function of the other arguments in every fact (Karr's analysis).
//!
//! The affine hull of each predicate's facts is computed from below, by the equations of the rules alone: each rule gives the
//! hull of what it derives from the hulls of its premises.

use super::{
    Budget, Pass, Rewritten,
    arguments::{Fate, Invariant, Reduced, parameters, take_away},
    saturate::saturate,
};
use alphorn_arith::{AffineSpace, Rational, Row};
use alphorn_logic::{
    equations::flat_conjuncts,
    horn::{Atom, Problem, Rule},
    term::{Lambda, Linear, Op, Relation, SortId, TermId, Terms, VarId},
};
use dashu_ratio::RBig;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;

/// Nothing is looked for in predicates with more arguments: the cost grows with the cube of their number.
const MOST_ARGUMENTS: usize = 64;

/// The pass.
pub struct Affine;

impl Pass for Affine {
    fn name(&self) -> &'static str {
        "affine"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut own: Vec<Vec<Linear>> = Vec::with_capacity(problem.rules.len());
        for rule in &problem.rules {
            own.push(equations(terms, rule));
        }
        let derive = |terms: &mut Terms, index: usize, rule: &Rule, hulls: &[Option<Hull>]| {
            let space = derived(terms, rule, &own[index], hulls)?;
            Some(Hull::new(terms, &rule.head.as_ref()?.args, space))
        };
        let hulls = saturate(terms, problem, budget, derive, |terms, head, before, derived| {
            let mut space = before.space.clone();
            space.join(&derived.space).then(|| Hull::new(terms, &head.args, space))
        })?;
        let mut fates = Vec::with_capacity(hulls.len());
        let mut invariants = Vec::new();
        for (pred, hull) in problem.pred_ids().zip(&hulls) {
            let params = parameters(terms, problem, pred);
            fates.push(fates_of(terms, &params, hull.as_ref()));
            let body = match hull {
                None => terms.bottom(),
                Some(hull) => hull.formula(terms, &params),
            };
            invariants.push(Invariant { pred, holds: Lambda { params, body } });
        }
        take_away(terms, problem, fates, invariants, |_, id| {
            let constraint = problem.rule(id).constraint;
            Reduced { constraint, definitions: Vec::new() }
        })
    }
}

/// What contains all facts of a predicate that were found, over all its arguments; those that are no numbers are 0.
#[derive(Clone)]
struct Hull {
    space: AffineSpace,
    /// The equations that have a formula. Nothing is concluded from the others: it would not be inductive in the solution.
    equations: Vec<Row>,
}

impl Hull {
    fn new(terms: &Terms, args: &[VarId], space: AffineSpace) -> Self {
        let mut equations = space.equations();
        equations.retain(|row| common_sort(terms, args, row).is_some());
        Hull { space, equations }
    }

    /// What it says about arguments that are numbers.
    fn formula(&self, terms: &mut Terms, params: &[VarId]) -> TermId {
        let mut parts = Vec::new();
        for row in &self.equations {
            if let Some(sum) = sum(terms, params, row) {
                let sort = sum.sort();
                let (sum, zero) = (sum.to_term(terms), terms.numeral(sort, RBig::ZERO));
                parts.push(terms.eq(sum, zero));
            }
        }
        terms.and(parts)
    }
}

/// An equation as a sum that is zero; `None` if it speaks of more than one sort of numbers, or of none.
fn sum(terms: &mut Terms, params: &[VarId], row: &Row) -> Option<Linear> {
    let sort = common_sort(terms, params, row)?;
    let weights: Vec<(TermId, RBig)> =
        row.coeffs.terms().iter().map(|(at, factor)| (terms.var_term(params[*at]), RBig::from(factor))).collect();
    let mut sum = Linear::of_weights(terms, sort, weights);
    sum.add_constant(&-RBig::from(&row.rhs));
    // Where no integers satisfy the equation, it must have integer coefficients nevertheless.
    sum.scale(&RBig::from(row.rhs.denominator()));
    Some(sum)
}

/// The sort of all arguments that an equation speaks of, if they are numbers.
fn common_sort(terms: &Terms, params: &[VarId], row: &Row) -> Option<SortId> {
    let mut sorts = row.coeffs.columns().map(|at| terms.var(params[at]).sort);
    let sort = sorts.next()?;
    (sort.is_arithmetic() && sorts.all(|other| other == sort)).then_some(sort)
}

/// The equations between numbers that a rule states.
fn equations(terms: &mut Terms, rule: &Rule) -> Vec<Linear> {
    let mut found = Vec::new();
    for conjunct in flat_conjuncts(terms, [rule.constraint]) {
        if *terms.op(conjunct) == Op::Eq
            && let Some((sum, Relation::Eq)) = Linear::of_atom(terms, conjunct)
        {
            found.push(sum);
        }
    }
    found
}

/// The hull of what a rule derives; `None` if it derives nothing, or a premise has no facts yet.
fn derived(terms: &mut Terms, rule: &Rule, own: &[Linear], hulls: &[Option<Hull>]) -> Option<AffineSpace> {
    let head = rule.head.as_ref().map_or(&[][..], |head| &head.args);
    if head.len() > MOST_ARGUMENTS {
        return Some(AffineSpace::solution(&[], head.len()));
    }
    // The arguments of the head come first, so that the others are eliminated before them.
    let mut columns: IndexSet<TermId, FxBuildHasher> = head.iter().map(|&var| terms.var_term(var)).collect();
    let mut echelon = Echelon::default();
    for sum in own {
        let entry = |(term, factor): &(TermId, RBig)| (columns.insert_full(*term).0, Rational::from(factor.clone()));
        let form = alphorn_arith::Linear::new(sum.monomials().iter().map(entry).collect::<Vec<_>>());
        echelon.add(Row::eq(form, -Rational::from(sum.constant().clone())))?;
    }
    for premise in rule.premises.iter().filter(|p| p.flag.is_none()) {
        let Atom { pred, args } = &premise.atom;
        for row in &hulls[pred.index()].as_ref()?.equations {
            let entry =
                |(at, factor): &(usize, Rational)| (columns.insert_full(terms.var_term(args[*at])).0, factor.clone());
            let form = alphorn_arith::Linear::new(row.coeffs.terms().iter().map(entry).collect::<Vec<_>>());
            echelon.add(Row::eq(form, row.rhs.clone()))?;
        }
    }
    // What is no number, has no equations and is kept at 0.
    for (at, &var) in head.iter().enumerate() {
        if !terms.var(var).sort.is_arithmetic() {
            echelon.add(Row::eq(alphorn_arith::Linear::column(at), Rational::ZERO))?;
        }
    }
    let rows: Vec<Row> = echelon.rows.into_iter().filter(|(last, _)| *last < head.len()).map(|(_, row)| row).collect();
    Some(AffineSpace::solution(&rows, head.len()))
}

/// Equations, each with another last column.
#[derive(Default)]
struct Echelon {
    rows: FxHashMap<usize, Row>,
}

impl Echelon {
    /// Adds an equation; `None` if no point satisfies all.
    fn add(&mut self, mut row: Row) -> Option<()> {
        while let Some(last) = row.coeffs.columns().last() {
            match self.rows.get(&last) {
                Some(other) => row.cancel(other, last),
                None => {
                    self.rows.insert(last, row.primitive());
                    return Some(());
                }
            }
        }
        row.rhs.is_zero().then_some(())
    }
}

/// The arguments that go: one for each equation in which one has the coefficient 1, or that is about reals.
fn fates_of(terms: &mut Terms, params: &[VarId], hull: Option<&Hull>) -> Vec<Fate> {
    let mut fates = vec![Fate::Stays; params.len()];
    let mut rows: Vec<Row> = hull.map(|hull| hull.equations.clone()).unwrap_or_default();
    let mut chosen: Vec<Option<usize>> = vec![None; rows.len()];
    for at in 0..rows.len() {
        let Some(sort) = common_sort(terms, params, &rows[at]) else { continue };
        let is_unit = |factor: &Rational| sort == SortId::REAL || factor.abs().is_one();
        let entries = rows[at].coeffs.terms().iter().rev();
        let Some(column) = entries.clone().find(|(_, factor)| is_unit(factor)).map(|(column, _)| *column) else {
            continue;
        };
        if sort == SortId::INT && !rows[at].rhs.is_integer() {
            continue;
        }
        chosen[at] = Some(column);
        let row = rows[at].clone();
        rows.iter_mut().enumerate().filter(|(i, _)| *i != at).for_each(|(_, other)| other.cancel(&row, column));
    }
    for (row, column) in rows.iter().zip(chosen) {
        let (Some(column), Some(sum)) = (column, sum(terms, params, row)) else { continue };
        let param = terms.var_term(params[column]);
        if let Some(root) = sum.root(param) {
            let body = root.to_term(terms);
            fates[column] = Fate::Computed(Lambda { params: params.to_vec(), body });
        }
    }
    fates
}
