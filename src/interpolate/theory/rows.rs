//! Rows and congruences back to literals.

use super::eliminate::Integral;
use crate::{
    arith::{Linear, Rational, Relation, Row, content},
    term::{self, Op, SortId, TermId, Terms},
};

/// A row as a literal in normal form; `column` gives the term of a column.
pub fn row_term(terms: &mut Terms, row: &Row, column: impl Fn(usize) -> TermId) -> TermId {
    let mut sum = sum_of(terms, &row.coeffs, column);
    sum.add_constant(&-row.rhs.to_rbig());
    let relation = match row.relation {
        Relation::Eq => term::Relation::Eq,
        Relation::Le => term::Relation::Le,
        Relation::Lt => term::Relation::Lt,
    };
    sum.compare_to_zero(terms, relation)
}

/// A form as a sum, of sort Int when all its columns are integers with integer coefficients.
pub fn sum_of(terms: &mut Terms, form: &Linear, column: impl Fn(usize) -> TermId) -> term::Linear {
    let parts: Vec<(TermId, &Rational)> = form.terms().iter().map(|(at, c)| (column(*at), c)).collect();
    let integer = parts.iter().all(|(t, c)| terms.sort_of(*t) == SortId::INT && c.is_integer());
    let sort = if integer { SortId::INT } else { SortId::REAL };
    let weights: Vec<_> = parts
        .into_iter()
        .map(|(t, c)| {
            let wrap = sort == SortId::REAL && terms.sort_of(t) == SortId::INT;
            (if wrap { terms.app(Op::ToReal, [t]) } else { t }, c.to_rbig())
        })
        .collect();
    term::Linear::of_weights(terms, sort, weights)
}

/// A congruence as `(= (mod sum modulus) residue)`.
pub fn integral_term(terms: &mut Terms, integral: &Integral, column: impl Fn(usize) -> TermId) -> TermId {
    let numbers = integral.form.coefficients().chain([&integral.constant]);
    let modulus = Rational::from(content(numbers).denominator());
    let mut form = integral.form.clone();
    form.scale(&modulus);
    // The constant is between 0 and 1.
    let residue = if integral.constant.is_zero() { Rational::ZERO } else { &modulus - &integral.constant * &modulus };
    let sum = sum_of(terms, &form, column).to_term(terms);
    let (modulus, residue) = (terms.int(modulus.numerator()), terms.int(residue.numerator()));
    let remainder = terms.app(Op::Mod, [sum, modulus]);
    terms.eq(remainder, residue)
}
