//! Sparse linear forms over numbered columns.

use super::Rational;
use std::{fmt, iter::Peekable};

/// A linear form `Σ coefficient · column`: sorted by column, no column twice, no zero coefficient.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Linear(Vec<(usize, Rational)>);

impl Linear {
    /// The form with the given terms, in any order; terms of one column are added up.
    pub fn new<C: Into<Rational>>(terms: impl IntoIterator<Item = (usize, C)>) -> Self {
        let mut terms: Vec<(usize, Rational)> = terms.into_iter().map(|(column, c)| (column, c.into())).collect();
        if !terms.is_sorted_by(|a, b| a.0 < b.0) {
            terms.sort_by_key(|&(column, _)| column);
            terms.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += &next.1;
                }
                same
            });
        }
        terms.retain(|(_, c)| !c.is_zero());
        Linear(terms)
    }

    /// The form that is one column.
    pub fn column(column: usize) -> Self {
        Linear(vec![(column, Rational::ONE)])
    }

    /// The terms, sorted by column.
    pub fn terms(&self) -> &[(usize, Rational)] {
        &self.0
    }

    /// The coefficients, in the order of the columns.
    pub fn coefficients(&self) -> impl Iterator<Item = &Rational> + Clone {
        self.0.iter().map(|(_, c)| c)
    }

    /// Whether it has no term.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The coefficient of a column, 0 where it does not occur.
    pub fn coefficient(&self, column: usize) -> Rational {
        self.0.binary_search_by_key(&column, |&(c, _)| c).map_or(Rational::ZERO, |at| self.0[at].1.clone())
    }

    /// The columns that occur.
    pub fn columns(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|&(column, _)| column)
    }

    /// The value at a point; a column beyond its end counts as 0.
    pub fn evaluate(&self, point: &[Rational]) -> Rational {
        let mut sum = Rational::ZERO;
        for (column, coefficient) in &self.0 {
            if let Some(value) = point.get(*column) {
                sum.add_mul(coefficient, value);
            }
        }
        sum
    }

    /// Multiplies every coefficient.
    pub fn scale(&mut self, factor: &Rational) {
        if factor.is_zero() {
            self.0.clear();
        } else if !factor.is_one() {
            self.0.iter_mut().for_each(|(_, c)| *c *= factor);
        }
    }

    /// `self += factor * other`.
    pub fn add_mul(&mut self, factor: &Rational, other: &Linear) {
        if factor.is_zero() || other.is_zero() {
            return;
        }
        let mut sum = Vec::with_capacity(self.0.len() + other.0.len());
        let mut ours = std::mem::take(&mut self.0).into_iter().peekable();
        for (column, coefficient) in &other.0 {
            while let Some(term) = next_below(&mut ours, *column) {
                sum.push(term);
            }
            let mut total = ours.next_if(|term| term.0 == *column).map_or(Rational::ZERO, |term| term.1);
            total.add_mul(factor, coefficient);
            if !total.is_zero() {
                sum.push((*column, total));
            }
        }
        sum.extend(ours);
        self.0 = sum;
    }
}

fn next_below(
    terms: &mut Peekable<impl Iterator<Item = (usize, Rational)>>,
    column: usize,
) -> Option<(usize, Rational)> {
    terms.next_if(|term| term.0 < column)
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        for (at, (column, coefficient)) in self.0.iter().enumerate() {
            match (at, coefficient.is_negative()) {
                (0, false) => {}
                (0, true) => f.write_str("-")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" - ")?,
            }
            let size = coefficient.abs();
            if !size.is_one() {
                write!(f, "{size}·")?;
            }
            write!(f, "x{column}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_sorted_and_added_up() {
        let form = Linear::new([(3, 1), (0, 2), (3, -1), (1, 5), (0, 1)]);
        assert_eq!(form, Linear::new([(0, 3), (1, 5)]));
        assert_eq!(form.coefficient(1), Rational::from(5));
        assert_eq!(form.coefficient(3), Rational::ZERO);
        assert_eq!(Linear::new([(1, 1), (1, 1)]).to_string(), "2·x1");
    }

    #[test]
    fn sums_cancel() {
        let mut form = Linear::new([(0, 1), (2, 4)]);
        form.add_mul(&Rational::from(-2), &Linear::new([(1, 1), (2, 2), (5, 1)]));
        assert_eq!(form.to_string(), "x0 - 2·x1 - 2·x5");
        form.scale(&Rational::ZERO);
        assert_eq!(form.to_string(), "0");
    }

    #[test]
    fn short_points_are_padded_with_zero() {
        let form = Linear::new([(0, 2), (7, 1)]);
        assert_eq!(form.evaluate(&[Rational::from(3)]), Rational::from(6));
    }
}
