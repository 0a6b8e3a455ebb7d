//! Affine spaces: the points that satisfy some linear equations.

use super::{Columns, Domain};
use crate::{
    arith::{Linear, Rational, Row},
    term::{TermId, Terms},
};

/// The affine hull of some points, `base + Σ t_i · direction_i`.
#[derive(Clone, Debug)]
pub struct AffineSpace {
    base: Vec<Rational>,
    /// Each with the column of its first entry that is not 0. This is 1, and the other directions are 0 there.
    directions: Vec<(usize, Vec<Rational>)>,
}

impl AffineSpace {
    /// Whether a form has the same value everywhere on it.
    pub fn is_constant(&self, form: &Linear) -> bool {
        self.directions.iter().all(|(_, direction)| form.evaluate(direction).is_zero())
    }

    /// Independent equations that describe it, each of which gives a column by those of the directions.
    pub fn equations(&self) -> Vec<Row> {
        let is_pivot = |column: &usize| self.directions.iter().any(|(pivot, _)| pivot == column);
        let equation = |column: usize| {
            let by = self.directions.iter().map(|(pivot, direction)| (*pivot, -&direction[column]));
            let form = Linear::new(by.chain([(column, Rational::ONE)]));
            let rhs = form.evaluate(&self.base);
            Row::eq(form, rhs).primitive()
        };
        (0..self.base.len()).filter(|column| !is_pivot(column)).map(equation).collect()
    }
}

impl Domain for AffineSpace {
    fn of_point(point: Vec<Rational>) -> Option<Self> {
        Some(AffineSpace { base: point, directions: Vec::new() })
    }

    fn join_point(&mut self, point: &[Rational]) -> Option<bool> {
        let mut rest: Vec<Rational> = point.iter().zip(&self.base).map(|(to, from)| to - from).collect();
        for (pivot, direction) in &self.directions {
            let factor = -&rest[*pivot];
            rest.iter_mut().zip(direction).for_each(|(entry, d)| entry.add_mul(&factor, d));
        }
        let Some(pivot) = rest.iter().position(|entry| !entry.is_zero()) else { return Some(false) };
        let unit = rest[pivot].recip()?;
        rest.iter_mut().for_each(|entry| *entry *= &unit);
        for (_, direction) in &mut self.directions {
            let factor = -&direction[pivot];
            direction.iter_mut().zip(&rest).for_each(|(entry, d)| entry.add_mul(&factor, d));
        }
        self.directions.push((pivot, rest));
        Some(true)
    }

    fn clauses(&self, terms: &mut Terms, columns: &Columns) -> Vec<TermId> {
        let equations = self.equations();
        equations.iter().map(|row| columns.equation(terms, &row.coeffs, &row.rhs)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(entries: [i64; 3]) -> Vec<Rational> {
        entries.map(Rational::from).to_vec()
    }

    fn equations(space: &AffineSpace) -> Vec<String> {
        space.equations().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn points_are_joined_until_the_space_is_full() {
        let mut space = AffineSpace::of_point(point([0, 1, 5])).unwrap();
        assert_eq!(equations(&space), ["x0 = 0", "x1 = 1", "x2 = 5"]);
        assert_eq!(space.join_point(&point([0, 3, 6])), Some(true));
        assert_eq!(equations(&space), ["x0 = 0", "x1 - 2·x2 = -9"]);
        assert_eq!(space.join_point(&point([0, -1, 4])), Some(false));
        assert_eq!(space.join_point(&point([1, 1, 5])), Some(true));
        assert_eq!(equations(&space), ["x1 - 2·x2 = -9"]);
        assert!(space.is_constant(&Linear::new([(1, 2), (2, -4)])) && !space.is_constant(&Linear::column(2)));
        assert_eq!(space.join_point(&point([1, 1, 6])), Some(true));
        assert!(equations(&space).is_empty());
    }
}
