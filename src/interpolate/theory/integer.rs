//! Interpolants of linear integer arithmetic where the rational relaxation may be satisfiable.
//!
//! Equations that have no common integer solution give a congruence. Otherwise the rows are split into cases until each
//! has a Farkas certificate. A case split adds `x <= k` and `x >= k + 1` to one side only, so it never mixes private columns
//! of both: on a column of A the two interpolants are joined by *or*, on any other column the split belongs to B and
//! they are joined by *and*.

use super::{
    congruent::separate,
    eliminate::tighten,
    linearise::{Affine, Columns, Lineariser, Owner},
    meter::Meter,
    plain::plain,
    rows::{integral_term, row_term},
    vocabulary::Vocabulary,
};
use crate::{
    arith::{ConstraintId, Linear, Rational, Relation, Row, Simplex, Verdict},
    interpolate::Budget,
    smt::Smt,
    term::{TermId, Terms, VarId},
};
use rustc_hash::FxHashSet;

/// Splits inside of splits.
const DEPTH: usize = 64;

/// An interpolant of two cubes of linear arithmetic by congruences and case splits.
pub fn integer(
    terms: &mut Terms,
    _smt: &mut Smt,
    a: &[TermId],
    b: &[TermId],
    shared: &[VarId],
    budget: &Budget,
) -> Option<TermId> {
    let vocabulary = Vocabulary::new(shared);
    let mut columns = Columns::default();
    let a = rows_of(terms, &vocabulary, &mut columns, a, Owner::A)?;
    let b = rows_of(terms, &vocabulary, &mut columns, b, Owner::B)?;
    if let Some(congruence) = separate(&a.equations(&columns), &b.equations(&columns)) {
        return Some(integral_term(terms, &congruence, |column| columns.term(column)));
    }
    let mut search = Search::new(terms, &columns, budget);
    search.add_side(a, Owner::A);
    search.add_side(b, Owner::B);
    Some(search.interpolant(DEPTH)?.formula)
}

/// What one side says.
struct Side {
    rows: Vec<Row>,
    disequalities: Vec<Affine>,
}

impl Side {
    /// The equations over integer columns.
    fn equations(&self, columns: &Columns) -> Vec<&Row> {
        let is_integer = |row: &Row| row.coeffs.columns().all(|column| columns.is_integer(column));
        self.rows.iter().filter(|row| row.relation == Relation::Eq && is_integer(row)).collect()
    }
}

fn rows_of(
    terms: &mut Terms,
    vocabulary: &Vocabulary,
    columns: &mut Columns,
    cube: &[TermId],
    owner: Owner,
) -> Option<Side> {
    let cube = plain(terms, cube);
    let mut lineariser = Lineariser::new(vocabulary, owner, columns);
    for literal in cube {
        lineariser.add(terms, literal)?;
    }
    let Lineariser { mut rows, definitions, disequalities, .. } = lineariser;
    rows.extend(definitions);
    Some(Side { rows, disequalities })
}

struct Search<'a> {
    terms: &'a mut Terms,
    columns: &'a Columns,
    simplex: Simplex,
    /// The side of each constraint, by its index.
    owners: Vec<Owner>,
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
    fn new(terms: &'a mut Terms, columns: &'a Columns, budget: &'a Budget) -> Self {
        let mut simplex = Simplex::new();
        simplex.limit(budget.stop.clone(), Some(budget.pivots));
        let meter = Meter::new(budget);
        Search { terms, columns, simplex, owners: Vec::new(), disequalities: Vec::new(), meter }
    }

    fn add_side(&mut self, side: Side, owner: Owner) {
        side.rows.into_iter().for_each(|row| {
            self.add(row, owner);
        });
        self.disequalities.extend(side.disequalities.into_iter().map(|affine| (affine, owner)));
    }

    fn add(&mut self, row: Row, owner: Owner) -> ConstraintId {
        let id = self.simplex.add(self.tightened(row));
        self.owners.truncate(id.index());
        self.owners.push(owner);
        id
    }

    fn tightened(&self, row: Row) -> Row {
        let integer = row.coeffs.columns().all(|column| self.columns.is_integer(column));
        if integer { tighten(row) } else { row.primitive() }
    }

    fn interpolant(&mut self, depth: usize) -> Option<Refutation> {
        self.meter.case()?;
        if let Verdict::Infeasible(farkas) = self.simplex.check().ok()? {
            let of_a = |id: ConstraintId| self.simplex.row(id).filter(|_| self.owners[id.index()] == Owner::A);
            let half_space = self.tightened(farkas.sum(of_a)?);
            let columns = self.columns;
            let formula = row_term(self.terms, &half_space, |column| columns.term(column));
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
        let fractional = (0..self.columns.len())
            .filter(|column| self.columns.is_integer(*column) && !at(*column).is_integer())
            .min_by_key(|column| self.columns.owner(*column) != Owner::Shared);
        if let Some(column) = fractional {
            let floor = at(column).floor();
            let up = Row::ge(Linear::column(column), &floor + Rational::ONE);
            let owner = if self.columns.owner(column) == Owner::A { Owner::A } else { Owner::B };
            return Some(Split { owner, cases: [Row::le(Linear::column(column), floor), up] });
        }
        let (affine, owner) = self
            .disequalities
            .iter()
            .find(|(affine, _)| (affine.form.evaluate(&point) + &affine.constant).is_zero())?;
        let bound = -&affine.constant;
        let cases = [Row::lt(affine.form.clone(), bound.clone()), Row::gt(affine.form.clone(), bound)];
        Some(Split { owner: *owner, cases })
    }
}
