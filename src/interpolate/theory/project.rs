//! Interpolants of linear arithmetic by exact projection: integers with divisibility, reals, and both mixed.

use super::{
    cover::{Projection, cover},
    eliminate::{Column, Elimination},
    linearise::{Columns, Lineariser, Owner},
    meter::Meter,
    plain::plain,
    rows::{integral_term, row_term, sum_of},
    vocabulary::{Vocabulary, signed_atom},
};
use crate::{
    arith::{Linear, Rational},
    interpolate::Budget,
    smt::{Model, Smt},
    stop::Stop,
    term::{Op, TermId, Terms, VarId},
};

/// An interpolant of two cubes by projection of the side with fewer private variables, or else of the other one. It answers
/// every pair whose private variables are Booleans and occur linearly otherwise, if the budget allows.
pub fn project(
    terms: &mut Terms,
    smt: &mut Smt,
    a: &[TermId],
    b: &[TermId],
    shared: &[VarId],
    budget: &Budget,
) -> Option<TermId> {
    let vocabulary = Vocabulary::new(shared);
    let (a, b) = (plain(terms, a), plain(terms, b));
    let [first, second] = [&a, &b].map(|side| vocabulary.private_vars(terms, side).len());
    let mut sides = [false, true];
    if second < first {
        sides.reverse();
    }
    sides.into_iter().find_map(|negated| {
        let mut meter = Meter::share(budget, 2);
        let mut projection = LinearProjection { vocabulary: &vocabulary, limit: budget.literals, stop: &budget.stop };
        let pair = if negated { (&b[..], &a[..]) } else { (&a[..], &b[..]) };
        let formula = cover(terms, smt, pair, &vocabulary, &mut projection, &mut meter)?;
        Some(if negated { terms.not(formula) } else { formula })
    })
}

/// Exact projection of linear arithmetic.
struct LinearProjection<'a> {
    vocabulary: &'a Vocabulary,
    limit: usize,
    stop: &'a Stop,
}

impl Projection for LinearProjection<'_> {
    fn project(&mut self, terms: &mut Terms, model: &mut Model, cube: &[TermId]) -> Option<Vec<TermId>> {
        let mut columns = Columns::default();
        let mut lineariser = Lineariser::new(self.vocabulary, Owner::A, &mut columns);
        for literal in cube {
            // A private Boolean has the value that the literal says, and occurs nowhere else.
            let (atom, _) = signed_atom(terms, *literal);
            if !matches!(terms.op(atom), Op::Var(_)) {
                lineariser.add(terms, *literal)?;
            }
        }
        let Lineariser { mut rows, definitions, disequalities, .. } = lineariser;
        if !disequalities.is_empty() {
            return None;
        }
        let is_private = |form: &Linear| form.columns().any(|column| columns.owner(column) != Owner::Shared);
        rows.extend(definitions.into_iter().filter(|row| is_private(&row.coeffs)));
        let limit = self.limit + rows.len();
        let columns_at_point = (0..columns.len())
            .map(|column| {
                Some(Column {
                    integer: columns.is_integer(column),
                    private: columns.owner(column) != Owner::Shared,
                    value: value(terms, model, columns.term(column))?,
                })
            })
            .collect::<Option<Vec<_>>>()?;
        let projected = Elimination::new(columns_at_point, rows, limit, self.stop.clone()).run()?;
        let mut of_column: Vec<TermId> = (0..columns.len()).map(|column| columns.term(column)).collect();
        let placeholder = terms.int(0);
        for floor in &projected.floors {
            let mut sum = sum_of(terms, &floor.form, |column| of_column[column]);
            sum.add_constant(&floor.constant.to_rbig());
            let sum = sum.to_term(terms);
            of_column.resize(floor.column, placeholder);
            of_column.push(terms.app(Op::ToInt, [sum]));
        }
        let term_of = |column: usize| of_column[column];
        let rows = projected.rows.iter().map(|row| row_term(terms, row, term_of)).collect::<Vec<_>>();
        let congruences = projected.integrals.iter().map(|integral| integral_term(terms, integral, term_of));
        Some(rows.into_iter().chain(congruences.collect::<Vec<_>>()).collect())
    }
}

/// The value of a numeric term in a model.
fn value(terms: &mut Terms, model: &mut Model, term: TermId) -> Option<Rational> {
    let value = model.value(terms, term)?;
    terms.number(value).map(Rational::from)
}
