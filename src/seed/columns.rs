//! The parameters of a predicate as columns of numbers.

use crate::{
    arith::{self, Rational},
    smt::Model,
    term::{Linear, Op, Relation, SortId, TermId, Terms, VarId},
};
use dashu_ratio::RBig;

/// The parameters of sort Int and Real as they are, and those of sort Bool as 0 and 1.
#[derive(Clone, Debug)]
pub struct Columns(Vec<Column>);

#[derive(Clone, Copy, Debug)]
struct Column {
    /// Which of the parameters it is.
    place: usize,
    param: TermId,
    sort: SortId,
}

impl Columns {
    /// The parameters whose sort is one of `sorts`.
    pub fn new(terms: &mut Terms, params: &[VarId], sorts: &[SortId]) -> Self {
        let column = |(place, &param): (usize, &VarId)| {
            let sort = terms.var(param).sort;
            Column { place, param: terms.var_term(param), sort }
        };
        Columns(params.iter().enumerate().map(column).filter(|column| sorts.contains(&column.sort)).collect())
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The parameters.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = TermId> {
        self.0.iter().map(|column| column.param)
    }

    /// The positions of the columns that are numbers by themselves.
    pub fn numeric(&self) -> Vec<usize> {
        (0..self.len()).filter(|&at| self.0[at].sort != SortId::BOOL).collect()
    }

    /// The values that a model gives to the columns; `None` when one of them has no value.
    pub fn point(&self, terms: &mut Terms, model: &mut Model) -> Option<Vec<Rational>> {
        let value = |column: &Column| {
            let value = model.value(terms, column.param)?;
            number(terms, value)
        };
        self.0.iter().map(value).collect()
    }

    /// The values of the columns in a state, which has one for each parameter.
    pub fn of_state(&self, terms: &Terms, state: &[TermId]) -> Option<Vec<Rational>> {
        self.0.iter().map(|column| number(terms, state[column.place])).collect()
    }

    /// `coeffs - rhs` as a sum over the parameters.
    pub fn sum(&self, terms: &mut Terms, coeffs: &arith::Linear, rhs: &Rational) -> Linear {
        let used = || coeffs.terms().iter().map(|(column, factor)| (self.0[*column], factor));
        let is_real = used().any(|(column, factor)| column.sort == SortId::REAL || !factor.is_integer());
        let sort = if is_real || !rhs.is_integer() { SortId::REAL } else { SortId::INT };
        let mut parts: Vec<(TermId, RBig)> = Vec::new();
        for (column, factor) in used() {
            parts.push((column.number(terms, sort), RBig::from(factor)));
        }
        let mut sum = Linear::of_weights(terms, sort, parts);
        sum.add_constant(&-RBig::from(rhs));
        sum
    }

    /// `coeffs = rhs`.
    pub fn equation(&self, terms: &mut Terms, coeffs: &arith::Linear, rhs: &Rational) -> TermId {
        let is_truth = |column: usize| self.0[column].sort == SortId::BOOL;
        match *coeffs.terms() {
            [(column, ref factor)] if is_truth(column) && (rhs.is_zero() || rhs == factor) => {
                let param = self.0[column].param;
                if rhs.is_zero() { terms.not(param) } else { param }
            }
            [(a, ref one), (b, ref other)] if is_truth(a) && is_truth(b) && rhs.is_zero() && *one == -other => {
                terms.eq(self.0[a].param, self.0[b].param)
            }
            [(a, ref one), (b, ref other)] if is_truth(a) && is_truth(b) && one == other && rhs == one => {
                let same = terms.eq(self.0[a].param, self.0[b].param);
                terms.not(same)
            }
            _ => self.compare(terms, coeffs, Relation::Eq, rhs),
        }
    }

    /// `coeffs relation rhs`.
    pub fn compare(&self, terms: &mut Terms, coeffs: &arith::Linear, relation: Relation, rhs: &Rational) -> TermId {
        self.sum(terms, coeffs, rhs).compare_to_zero(terms, relation)
    }
}

impl Column {
    /// The column as a term of sort Int or Real.
    fn number(&self, terms: &mut Terms, sort: SortId) -> TermId {
        match self.sort {
            SortId::BOOL => {
                let [one, zero] = [1, 0].map(|n| terms.numeral(sort, RBig::from(n)));
                terms.ite(self.param, one, zero)
            }
            SortId::INT if sort == SortId::REAL => terms.app(Op::ToReal, [self.param]),
            _ => self.param,
        }
    }
}

/// The number that a value stands for.
pub fn number(terms: &Terms, value: TermId) -> Option<Rational> {
    match terms.truth(value) {
        Some(truth) => Some(Rational::from(i64::from(truth))),
        None => terms.number(value).map(Rational::from),
    }
}
