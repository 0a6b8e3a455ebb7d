//! Interpolants of linear integer arithmetic where the rational relaxation may be satisfiable.
//!
//! Equations that have no common integer solution give a congruence. Otherwise the rows are split into cases until each
//! has a Farkas certificate. A case split adds `x <= k` and `x >= k + 1` to one side only, so it never mixes private columns
//! of both: on a column of A the two interpolants are joined by *or*, on any other column the split belongs to B and
//! they are joined by *and*.

use super::{
    integral::Integral,
    meter::Meter,
    vocabulary::{Languages, Owner, signed_atom},
};
use crate::{
    Budget,
    cube::{Affine, Columns},
};
use alphorn_arith::{ConstraintId, Linear, Rational, Relation, Row, Simplex, Verdict, solve_equations};
use alphorn_logic::term::{Op, TermId, Terms, VarId};
use alphorn_smt::Smt;
use rustc_hash::FxHashSet;

/// Splits inside of splits.
const DEPTH: usize = 64;

/// An interpolant of two cubes by congruences and case splits. Literals that are not linear arithmetic are left out.
pub fn integer(
    terms: &mut Terms,
    _smt: &mut Smt,
    a: &[TermId],
    b: &[TermId],
    shared: &[VarId],
    budget: &Budget,
) -> Option<TermId> {
    let languages = Languages::new(terms, a, b, shared)?;
    let mut columns = Columns::new(shared);
    let a = Side::new(terms, &mut columns, a);
    let b = Side::new(terms, &mut columns, b);
    if let Some(congruence) = separating_congruence(&a, &b, &columns) {
        return Some(congruence.literal(terms, |column| columns.term(column)));
    }
    let owners = (0..columns.count()).map(|column| languages.owner(terms, columns.term(column))).collect();
    let mut search = Search::new(terms, &columns, owners, budget);
    search.add_side(a, Owner::A);
    search.add_side(b, Owner::B);
    Some(search.interpolant(DEPTH)?.formula)
}

/// What one side says.
struct Side {
    rows: Vec<Row>,
    /// Forms that are not zero.
    disequalities: Vec<Affine>,
}

impl Side {
    fn new(terms: &mut Terms, columns: &mut Columns, cube: &[TermId]) -> Self {
        let rows = columns.rows(terms, cube);
        let mut side = Side { rows, disequalities: Vec::new() };
        for literal in cube {
            let (atom, positive) = signed_atom(terms, *literal);
            let (s, t) = match (terms.op(atom), terms.args(atom)) {
                (Op::Eq, &[s, t]) if !positive => (s, t),
                (Op::Distinct, &[s, t]) if positive => (s, t),
                _ => continue,
            };
            if terms.sort_of(s).is_arithmetic() {
                let ((mut form, constant), (other, number)) = (columns.affine(terms, s), columns.affine(terms, t));
                form.add_mul(&Rational::MINUS_ONE, &other);
                let used: Vec<usize> = form.columns().collect();
                side.rows.extend(columns.definitions(terms, used));
                side.disequalities.push((form, constant - number));
            }
        }
        side
    }

    /// The equations over integer columns.
    fn equations(&self, columns: &Columns) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.relation == Relation::Eq && columns.is_integral(&row.coeffs))
    }
}

/// What the equations of A say that makes those of B unsolvable over the integers. A combination of all of them has
/// integer coefficients and a fraction on the right side; A's part of it has integers at A's private columns, so the rest
/// of that part is an integer up to a constant.
fn separating_congruence(a: &Side, b: &Side, columns: &Columns) -> Option<Integral> {
    let of_a: Vec<Row> = a.equations(columns).cloned().collect();
    let all: Vec<Row> = of_a.iter().chain(b.equations(columns)).cloned().collect();
    let proof = solve_equations(&all, columns.count()).err()?;
    let sum = |count: usize| {
        let used = proof.multipliers.iter().filter(|(at, _)| *at < count);
        Row::weighted_sum(used.map(|(at, multiplier)| (&all[*at], multiplier)))
    };
    // A contradiction of rationals is better explained by Farkas multipliers.
    if sum(all.len())?.coeffs.is_zero() {
        return None;
    }
    let Row { coeffs, rhs, .. } = sum(of_a.len())?;
    Some(Integral { form: coeffs, constant: -rhs })
}

struct Search<'a> {
    terms: &'a mut Terms,
    columns: &'a Columns,
    /// Whose each column is.
    owners: Vec<Owner>,
    simplex: Simplex,
    /// Whose each constraint is, by its index.
    sides: Vec<Owner>,
    disequalities: Vec<(Affine, Owner)>,
    meter: Meter<'a>,
}

/// An interpolant and the constraints that it rests on.
struct Refutation {
    formula: TermId,
    used: FxHashSet<ConstraintId>,
}

/// Two rows of which every point that matters satisfies one.
struct Split {
    owner: Owner,
    cases: [Row; 2],
}

impl<'a> Search<'a> {
    fn new(terms: &'a mut Terms, columns: &'a Columns, owners: Vec<Owner>, budget: &'a Budget) -> Self {
        let mut simplex = Simplex::new();
        simplex.limit(budget.stop.clone(), Some(budget.pivots));
        let meter = Meter::new(budget);
        Search { terms, columns, owners, simplex, sides: Vec::new(), disequalities: Vec::new(), meter }
    }

    fn add_side(&mut self, side: Side, owner: Owner) {
        side.rows.into_iter().for_each(|row| {
            self.add(row, owner);
        });
        self.disequalities.extend(side.disequalities.into_iter().map(|affine| (affine, owner)));
    }

    fn add(&mut self, row: Row, owner: Owner) -> ConstraintId {
        let id = self.simplex.add(self.columns.tightened(row));
        self.sides.truncate(id.index());
        self.sides.push(owner);
        id
    }

    fn interpolant(&mut self, depth: usize) -> Option<Refutation> {
        self.meter.case()?;
        if let Verdict::Infeasible(farkas) = self.simplex.check().ok()? {
            let of_a = |id: ConstraintId| self.simplex.row(id).filter(|_| self.sides[id.index()] == Owner::A);
            let half_space = self.columns.tightened(farkas.sum(of_a)?);
            let formula = self.columns.literal(self.terms, &half_space);
            return Some(Refutation { formula, used: farkas.multipliers.into_iter().map(|(id, _)| id).collect() });
        }
        let Split { owner, cases } = self.split()?;
        let depth = depth.checked_sub(1)?;
        let mut formulas = Vec::new();
        let mut used = FxHashSet::default();
        for case in cases {
            self.simplex.push();
            let id = self.add(case, owner);
            let refutation = self.interpolant(depth);
            self.simplex.pop();
            let mut refutation = refutation?;
            if !refutation.used.remove(&id) {
                return Some(refutation);
            }
            formulas.push(refutation.formula);
            used.extend(refutation.used);
        }
        let formula = if owner == Owner::A { self.terms.or(formulas) } else { self.terms.and(formulas) };
        Some(Refutation { formula, used })
    }

    /// A split that excludes the simplex' point; `None` when the point satisfies everything.
    fn split(&self) -> Option<Split> {
        let point = self.simplex.model()?;
        let at = |column: usize| point.get(column).cloned().unwrap_or_default();
        let fractional = (0..self.columns.count())
            .filter(|column| self.columns.is_integer(*column) && !at(*column).is_integer())
            .min_by_key(|column| self.owners[*column] != Owner::Shared);
        if let Some(column) = fractional {
            let floor = at(column).floor();
            let up = Row::ge(Linear::column(column), &floor + Rational::ONE);
            let owner = if self.owners[column] == Owner::A { Owner::A } else { Owner::B };
            return Some(Split { owner, cases: [Row::le(Linear::column(column), floor), up] });
        }
        let is_violated = |(form, constant): &Affine| (form.evaluate(&point) + constant).is_zero();
        let ((form, constant), owner) = self.disequalities.iter().find(|(affine, _)| is_violated(affine))?;
        let cases = [Row::lt(form.clone(), -constant), Row::gt(form.clone(), -constant)];
        Some(Split { owner: *owner, cases })
    }
}
