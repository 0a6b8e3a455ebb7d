//! Rows of linear systems: a form, a relation and a right side.

use super::{Linear, Rational};
use std::fmt;

/// How the left side of a row compares with its right side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Relation {
    /// Equal.
    Eq,
    /// Below or equal.
    Le,
    /// Strictly below.
    Lt,
}

/// One linear constraint `coeffs (≤ | < | =) rhs`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Row {
    /// The left side.
    pub coeffs: Linear,
    /// The relation between the sides.
    pub relation: Relation,
    /// The right side.
    pub rhs: Rational,
}

impl Row {
    /// The row `coeffs relation rhs`.
    pub fn new(coeffs: Linear, relation: Relation, rhs: impl Into<Rational>) -> Self {
        Row { coeffs, relation, rhs: rhs.into() }
    }

    /// The row `coeffs ≤ rhs`.
    pub fn le(coeffs: Linear, rhs: impl Into<Rational>) -> Self {
        Self::new(coeffs, Relation::Le, rhs)
    }

    /// The row `coeffs < rhs`.
    pub fn lt(coeffs: Linear, rhs: impl Into<Rational>) -> Self {
        Self::new(coeffs, Relation::Lt, rhs)
    }

    /// The row `coeffs = rhs`.
    pub fn eq(coeffs: Linear, rhs: impl Into<Rational>) -> Self {
        Self::new(coeffs, Relation::Eq, rhs)
    }

    /// The row `coeffs ≥ rhs`, turned around.
    pub fn ge(coeffs: Linear, rhs: impl Into<Rational>) -> Self {
        Self::le(coeffs, rhs).reflected()
    }

    /// The row `coeffs > rhs`, turned around.
    pub fn gt(coeffs: Linear, rhs: impl Into<Rational>) -> Self {
        Self::lt(coeffs, rhs).reflected()
    }

    /// The row `0 ≤ -1`, which no point satisfies.
    pub fn contradiction() -> Self {
        Self::le(Linear::default(), -1)
    }

    /// Both sides multiplied by -1, the relation kept: `x ≤ b` becomes `-x ≤ -b`. For an equation the same row.
    fn reflected(mut self) -> Self {
        self.coeffs.scale(&Rational::MINUS_ONE);
        self.rhs = -self.rhs;
        self
    }

    /// The rows of which at least one holds exactly where this one does not: two for an equation.
    pub fn negations(&self) -> Vec<Row> {
        let above = |relation| Row { relation, ..self.clone() }.reflected();
        match self.relation {
            Relation::Le => vec![above(Relation::Lt)],
            Relation::Lt => vec![above(Relation::Le)],
            Relation::Eq => vec![above(Relation::Lt), Row { relation: Relation::Lt, ..self.clone() }],
        }
    }

    /// Whether a point satisfies the row; columns beyond its end count as 0.
    pub fn holds_at(&self, point: &[Rational]) -> bool {
        self.relation.holds(&self.coeffs.evaluate(point), &self.rhs)
    }

    /// Whether a row without columns holds; `None` when it has columns.
    pub fn truth(&self) -> Option<bool> {
        self.coeffs.is_zero().then(|| self.relation.holds(&Rational::ZERO, &self.rhs))
    }

    /// The sum of rows times their multipliers: `=` when only equations take part, `<` when a strict row does.
    /// `None` when an inequality has a negative multiplier.
    pub fn weighted_sum<'a>(rows: impl IntoIterator<Item = (&'a Row, &'a Rational)>) -> Option<Row> {
        let mut sum = Row::eq(Linear::default(), Rational::ZERO);
        for (row, multiplier) in rows {
            if multiplier.is_zero() {
                continue;
            }
            if multiplier.is_negative() && row.relation != Relation::Eq {
                return None;
            }
            sum.coeffs.add_mul(multiplier, &row.coeffs);
            sum.rhs.add_mul(multiplier, &row.rhs);
            sum.relation = sum.relation.max(row.relation);
        }
        Some(sum)
    }

    /// Adds the multiple of an equation that has the column so that the column disappears.
    pub fn cancel(&mut self, equation: &Row, column: usize) {
        let coefficient = self.coeffs.coefficient(column);
        if !coefficient.is_zero() {
            let factor = -coefficient / equation.coeffs.coefficient(column);
            self.coeffs.add_mul(&factor, &equation.coeffs);
            self.rhs.add_mul(&factor, &equation.rhs);
            *self = std::mem::replace(self, Row::contradiction()).primitive();
        }
    }

    /// The same set of points with coprime integer coefficients; in an equation the first one is positive.
    pub fn primitive(mut self) -> Row {
        let Some((_, first)) = self.coeffs.terms().first() else { return self };
        let mut unit = super::content(self.coeffs.coefficients());
        if self.relation == Relation::Eq && first.is_negative() {
            unit = -unit;
        }
        let factor = &Rational::ONE / &unit;
        self.coeffs.scale(&factor);
        self.rhs *= &factor;
        self
    }
}

impl Relation {
    /// Whether `left relation right`.
    pub fn holds(self, left: &Rational, right: &Rational) -> bool {
        match self {
            Relation::Eq => left == right,
            Relation::Le => left <= right,
            Relation::Lt => left < right,
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = match self.relation {
            Relation::Eq => "=",
            Relation::Le => "≤",
            Relation::Lt => "<",
        };
        write!(f, "{} {relation} {}", self.coeffs, self.rhs)
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x_plus_2y() -> Linear {
        Linear::new([(0, 1), (1, 2)])
    }

    #[test]
    fn negations_cover_the_complement() {
        for row in [Row::le(x_plus_2y(), 3), Row::lt(x_plus_2y(), 3), Row::eq(x_plus_2y(), 3)] {
            for x in 0..6 {
                let point = [Rational::from(x)];
                let outside = row.negations().iter().filter(|n| n.holds_at(&point)).count();
                assert_eq!(outside, usize::from(!row.holds_at(&point)), "{row} at {x}");
            }
        }
    }

    #[test]
    fn a_sum_is_as_strict_as_its_parts() {
        let (two, minus) = (Rational::from(2), Rational::MINUS_ONE);
        let (eq, le, lt) = (Row::eq(x_plus_2y(), 1), Row::le(Linear::column(0), 3), Row::lt(Linear::column(1), 1));
        let sum = |rows: &[(&Row, &Rational)]| Row::weighted_sum(rows.iter().copied()).map(|row| row.to_string());
        assert_eq!(sum(&[(&eq, &minus)]).as_deref(), Some("-x0 - 2·x1 = -1"));
        assert_eq!(sum(&[(&eq, &minus), (&le, &Rational::ONE)]).as_deref(), Some("-2·x1 ≤ 2"));
        assert_eq!(sum(&[(&lt, &two), (&eq, &minus), (&le, &Rational::ONE)]).as_deref(), Some("0 < 4"));
        assert_eq!(sum(&[(&le, &minus)]), None);
        assert_eq!(sum(&[(&le, &Rational::ONE), (&lt, &Rational::ZERO)]).as_deref(), Some("x0 ≤ 3"));
    }

    #[test]
    fn primitive_rows_are_canonical() {
        let half = Rational::new(1, 2).unwrap();
        let row = Row::eq(Linear::new([(0, -half), (1, Rational::new(3, 4).unwrap())]), 1);
        assert_eq!(row.primitive().to_string(), "2·x0 - 3·x1 = -4");
        assert_eq!(Row::ge(Linear::new([(0, 4)]), 6).primitive().to_string(), "-x0 ≤ -3/2");
        assert_eq!(Row::contradiction().primitive().truth(), Some(false));
    }
}
