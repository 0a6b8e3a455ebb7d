//! Interpolants of linear arithmetic by exact projection: integers with divisibility, reals, and both mixed.

use super::{
    cover::{Projection, interpolate},
    eliminate::{Column, Elimination, Projected},
    vocabulary::{Vocabulary, signed_atom},
};
use crate::{
    Budget,
    cube::{Columns, without_abs},
};
use alphorn_arith::{Linear, Rational, Row};
use alphorn_logic::term::{self, Op, SortId, TermId, Terms, VarId};
use alphorn_smt::{Model, Smt};
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

/// An interpolant of two cubes by exact projection of one of them. It answers every pair in which private variables are
/// Booleans or occur linearly, if the budget allows.
pub fn project(
    terms: &mut Terms,
    smt: &mut Smt,
    a: &[TermId],
    b: &[TermId],
    shared: &[VarId],
    budget: &Budget,
) -> Option<TermId> {
    let vocabulary = Vocabulary::new(shared);
    let [a, b] = [a, b].map(|cube| cube.iter().map(|literal| without_abs(terms, *literal)).collect::<Vec<_>>());
    let mut projection = LinearProjection { shared, budget };
    interpolate(terms, smt, (&a, &b), &vocabulary, &mut projection, budget)
}

/// Exact projection of linear arithmetic.
struct LinearProjection<'a> {
    shared: &'a [VarId],
    budget: &'a Budget,
}

impl Projection for LinearProjection<'_> {
    fn project(&mut self, terms: &mut Terms, model: &mut Model, cube: &[TermId]) -> Option<Vec<TermId>> {
        let mut columns = Columns::new(self.shared);
        let rows = self.private_rows(terms, &mut columns, cube)?;
        let at_point = (0..columns.count())
            .map(|column| {
                Some(Column {
                    integer: columns.is_integer(column),
                    private: !columns.is_shared(column),
                    value: value(terms, model, columns.term(column))?,
                })
            })
            .collect::<Option<Vec<_>>>()?;
        let limit = self.budget.literals + rows.len();
        let projected = Elimination::new(at_point, rows, limit, self.budget.stop.clone()).run()?;
        Some(literals(terms, &mut columns, &projected))
    }
}

impl LinearProjection<'_> {
    /// What the literals and definitions say that have private columns; `None` when one of them is not linear.
    fn private_rows(&self, terms: &mut Terms, columns: &mut Columns, cube: &[TermId]) -> Option<Vec<Row>> {
        let mut rows = Vec::new();
        for literal in cube {
            // A private Boolean has the value that the literal says, and occurs nowhere else.
            let (atom, _) = signed_atom(terms, *literal);
            if !matches!(terms.op(atom), Op::Var(_)) {
                rows.push(columns.row(terms, *literal)?);
            }
        }
        let used: Vec<usize> = rows.iter().flat_map(|row| row.coeffs.columns()).collect();
        let definitions = columns.definitions(terms, used);
        let is_private = |row: &Row| row.coeffs.columns().any(|column| !columns.is_shared(column));
        rows.extend(definitions.into_iter().filter(is_private));
        let is_known = |column: usize| columns.is_shared(column) || is_linear(terms, columns.term(column));
        (0..columns.count()).all(is_known).then_some(rows)
    }
}

/// Whether rows say all there is to say of a private term.
fn is_linear(terms: &Terms, term: TermId) -> bool {
    match terms.op(term) {
        Op::Var(_) | Op::ToInt => true,
        Op::IntDiv | Op::Mod => terms.number(terms.args(term)[1]).is_some_and(|divisor| !divisor.is_zero()),
        _ => false,
    }
}

/// Literals of what is left after elimination.
fn literals(terms: &mut Terms, columns: &mut Columns, projected: &Projected) -> Vec<TermId> {
    // Elimination numbers its new columns by itself.
    let mut renamed: FxHashMap<usize, usize> = (0..columns.count()).map(|column| (column, column)).collect();
    let rename = |renamed: &FxHashMap<usize, usize>, form: &Linear| {
        Linear::new(form.terms().iter().map(|(column, c)| (renamed[column], c.clone())))
    };
    for floor in &projected.floors {
        let weights: Vec<(TermId, RBig)> =
            floor.form.terms().iter().map(|(column, c)| (columns.term(renamed[column]), c.to_rbig())).collect();
        let mut sum = term::Linear::of_weights(terms, SortId::REAL, weights);
        sum.add_constant(&floor.constant.to_rbig());
        let sum = sum.to_term(terms);
        let term = terms.app(Op::ToInt, [sum]);
        renamed.insert(floor.column, columns.column(terms, term));
    }
    let mut literals = Vec::new();
    for row in &projected.rows {
        let row = Row::new(rename(&renamed, &row.coeffs), row.relation, row.rhs.clone());
        literals.push(columns.literal(terms, &row));
    }
    for integral in &projected.integrals {
        literals.push(integral.literal(terms, |column| columns.term(renamed[&column])));
    }
    literals
}

/// The value of a numeric term in a model.
fn value(terms: &mut Terms, model: &mut Model, term: TermId) -> Option<Rational> {
    let value = model.value(terms, term)?;
    terms.number(value).map(Rational::from)
}
