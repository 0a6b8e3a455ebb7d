//! Affine spaces: the points that satisfy some linear equations.

use super::{Linear, Rational, Row};

/// The affine hull of some points, `base + Σ t_i · direction_i`.
#[derive(Clone, Debug)]
pub struct AffineSpace {
    base: Vec<Rational>,
    /// Each with the column of its first entry that is not 0. This is 1, and the other directions are 0 there.
    directions: Vec<(usize, Vec<Rational>)>,
}

impl AffineSpace {
    /// One point.
    pub fn of_point(point: Vec<Rational>) -> Self {
        AffineSpace { base: point, directions: Vec::new() }
    }

    /// The points of so many dimensions that satisfy equations, each of which has another last column.
    pub fn solution(echelon: &[Row], dimension: usize) -> Self {
        let by_last: Vec<Option<&Row>> = (0..dimension)
            .map(|column| echelon.iter().find(|row| row.coeffs.columns().last() == Some(column)))
            .collect();
        // The point where one column without an equation is 1 (or none is), and the others are 0.
        let point = |one: Option<usize>| {
            let mut point = vec![Rational::ZERO; dimension];
            for (column, row) in by_last.iter().enumerate() {
                point[column] = match row {
                    // The entry is still 0.
                    Some(row) => (&row.rhs - &row.coeffs.evaluate(&point)) / row.coeffs.coefficient(column),
                    None if one == Some(column) => Rational::ONE,
                    None => Rational::ZERO,
                };
            }
            point
        };
        let mut space = AffineSpace::of_point(point(None));
        for column in (0..dimension).filter(|column| by_last[*column].is_none()) {
            space.join_point(&point(Some(column)));
        }
        space
    }

    /// Grows to the smallest space that also contains the point; whether it had to grow.
    pub fn join_point(&mut self, point: &[Rational]) -> bool {
        let step: Vec<Rational> = point.iter().zip(&self.base).map(|(to, from)| to - from).collect();
        self.join_direction(step)
    }

    /// Grows to the smallest space that contains another one too; whether it had to grow.
    pub fn join(&mut self, other: &AffineSpace) -> bool {
        let mut grows = self.join_point(&other.base);
        for (_, direction) in &other.directions {
            grows |= self.join_direction(direction.clone());
        }
        grows
    }

    fn join_direction(&mut self, mut rest: Vec<Rational>) -> bool {
        for (pivot, direction) in &self.directions {
            let factor = -&rest[*pivot];
            rest.iter_mut().zip(direction).for_each(|(entry, d)| entry.add_mul(&factor, d));
        }
        let first = rest.iter().position(|entry| !entry.is_zero());
        let Some((pivot, unit)) = first.and_then(|pivot| Some((pivot, rest[pivot].recip()?))) else { return false };
        rest.iter_mut().for_each(|entry| *entry *= &unit);
        for (_, direction) in &mut self.directions {
            let factor = -&direction[pivot];
            direction.iter_mut().zip(&rest).for_each(|(entry, d)| entry.add_mul(&factor, d));
        }
        self.directions.push((pivot, rest));
        true
    }

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
        let mut space = AffineSpace::of_point(point([0, 1, 5]));
        assert_eq!(equations(&space), ["x0 = 0", "x1 = 1", "x2 = 5"]);
        assert!(space.join_point(&point([0, 3, 6])));
        assert_eq!(equations(&space), ["x0 = 0", "x1 - 2·x2 = -9"]);
        assert!(!space.join_point(&point([0, -1, 4])));
        assert!(space.join_point(&point([1, 1, 5])));
        assert_eq!(equations(&space), ["x1 - 2·x2 = -9"]);
        assert!(space.is_constant(&Linear::new([(1, 2), (2, -4)])) && !space.is_constant(&Linear::column(2)));
        assert!(space.join_point(&point([1, 1, 6])));
        assert!(equations(&space).is_empty());
    }

    #[test]
    fn equations_and_points_describe_the_same_space() {
        let equation = |form: [i64; 3], rhs| Row::eq(Linear::new(form.into_iter().enumerate()), Rational::from(rhs));
        let mut space = AffineSpace::solution(&[equation([1, 0, 0], 4), equation([1, -2, 3], 10)], 3);
        assert_eq!(equations(&space), ["x0 = 4", "2·x1 - 3·x2 = -6"]);
        // Another line that meets it in no point, and is parallel to it.
        let other = AffineSpace::solution(&[equation([1, 0, 0], 5), equation([0, -2, 3], 8)], 3);
        assert!(space.join(&other) && !space.join(&other));
        assert_eq!(equations(&space), ["2·x0 + 2·x1 - 3·x2 = 2"]);
    }
}
