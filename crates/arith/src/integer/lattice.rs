//! Affine lattices: a base point and all integer combinations of generators.

use super::{Vector, add_mul};
use dashu_base::DivRemEuclid;
use dashu_int::IBig;

/// A set `base + Σ k_i · generator_i` for integers `k_i`. The generators are in Hermite normal form and the base is
/// reduced by them, so equal sets are equal values. All points given to it must have its dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lattice {
    base: Vector,
    /// Each has its first nonzero entry, which is positive, after that of the one before. In the column of such an entry,
    /// the others and the base are at least 0 and below it.
    generators: Vec<Vector>,
}

impl Lattice {
    /// The lattice of one point and any generators.
    pub fn new(base: Vector, generators: impl IntoIterator<Item = Vector>) -> Self {
        let mut lattice = Lattice { base, generators: Vec::new() };
        generators.into_iter().for_each(|generator| lattice.insert(generator));
        lattice.normalise();
        lattice
    }

    /// The lattice of one point only.
    pub fn point(base: Vector) -> Self {
        Lattice { base, generators: Vec::new() }
    }

    /// The smallest lattice that contains the points; `None` without a point.
    pub fn hull(points: impl IntoIterator<Item = Vector>) -> Option<Self> {
        let mut points = points.into_iter();
        let mut lattice = Self::point(points.next()?);
        points.for_each(|point| {
            lattice.join_point(&point);
        });
        Some(lattice)
    }

    /// One of its points.
    pub fn base(&self) -> &[IBig] {
        &self.base
    }

    /// The independent steps that lead from any of its points to all others.
    pub fn generators(&self) -> &[Vector] {
        &self.generators
    }

    /// The number of columns.
    pub fn dimension(&self) -> usize {
        self.base.len()
    }

    /// Whether the point belongs to it.
    pub fn contains(&self, point: &[IBig]) -> bool {
        let mut rest = self.step_to(point);
        self.reduce(&mut rest, 0);
        rest.iter().all(IBig::is_zero)
    }

    /// Grows to the smallest lattice that contains the point as well; whether it had to grow.
    pub fn join_point(&mut self, point: &[IBig]) -> bool {
        if self.contains(point) {
            return false;
        }
        let step = self.step_to(point);
        self.insert(step);
        self.normalise();
        true
    }

    /// Grows to the smallest lattice that contains the other as well; whether it had to grow.
    pub fn join(&mut self, other: &Lattice) -> bool {
        let before = self.clone();
        self.insert(self.step_to(&other.base));
        other.generators.iter().cloned().for_each(|generator| self.insert(generator));
        self.normalise();
        *self != before
    }

    fn step_to(&self, point: &[IBig]) -> Vector {
        point.iter().zip(&self.base).map(|(to, from)| to - from).collect()
    }

    /// Adds a generator; brings the generators to echelon form, but leaves the entries above their first ones.
    fn insert(&mut self, mut vector: Vector) {
        let mut at = 0;
        while let Some(column) = first_nonzero(&vector) {
            while self.generators.get(at).is_some_and(|generator| first_nonzero(generator) < Some(column)) {
                at += 1;
            }
            let Some(generator) = self.generators.get_mut(at).filter(|g| first_nonzero(g) == Some(column)) else {
                self.generators.insert(at, vector);
                return;
            };
            // Euclid's algorithm on the two vectors, until one of them has no entry in the column.
            while !vector[column].is_zero() {
                let factor = -(&generator[column] / &vector[column]);
                add_mul(generator, &factor, &vector);
                std::mem::swap(generator, &mut vector);
            }
        }
    }

    /// Makes the first entries positive and reduces what is above them.
    fn normalise(&mut self) {
        for at in (0..self.generators.len()).rev() {
            let mut generator = std::mem::take(&mut self.generators[at]);
            if first_nonzero(&generator).is_some_and(|column| generator[column] < IBig::ZERO) {
                generator.iter_mut().for_each(|entry| *entry = -std::mem::take(entry));
            }
            self.reduce(&mut generator, at + 1);
            self.generators[at] = generator;
        }
        let mut base = std::mem::take(&mut self.base);
        self.reduce(&mut base, 0);
        self.base = base;
    }

    /// Subtracts multiples of the generators from position `start` on, until the entries in their first columns are at
    /// least 0 and below their first entries.
    fn reduce(&self, vector: &mut [IBig], start: usize) {
        for generator in &self.generators[start..] {
            if let Some(column) = first_nonzero(generator) {
                let (quotient, _) = (&vector[column]).div_rem_euclid(&generator[column]);
                if !quotient.is_zero() {
                    add_mul(vector, &-quotient, generator);
                }
            }
        }
    }
}

fn first_nonzero(vector: &[IBig]) -> Option<usize> {
    vector.iter().position(|entry| !entry.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Linear, Row, solve_equations};
    use proptest::prelude::*;

    fn vector(entries: &[i64]) -> Vector {
        entries.iter().map(|&entry| IBig::from(entry)).collect()
    }

    /// Whether the point is `Σ k_i · p_i` for integers with `Σ k_i = 1`: then it is in every lattice that has all `p_i`.
    fn is_affine_combination(point: &[i64], points: &[Vec<i64>]) -> bool {
        let mut rows = vec![Row::eq(Linear::new((0..points.len()).map(|at| (at, 1))), 1)];
        for column in 0..point.len() {
            let form = Linear::new(points.iter().enumerate().map(|(at, p)| (at, p[column])));
            rows.push(Row::eq(form, point[column]));
        }
        solve_equations(&rows, points.len()).is_ok()
    }

    fn points(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Vec<i64>>> {
        prop::collection::vec(prop::collection::vec(-6i64..=6, 3), count)
    }

    proptest! {
        #[test]
        fn the_hull_is_the_smallest_lattice(points in points(1..5)) {
            let hull = Lattice::hull(points.iter().map(|p| vector(p))).unwrap();
            for x in -3i64..=3 {
                for y in -3i64..=3 {
                    for z in -3i64..=3 {
                        let point = [x, y, z];
                        prop_assert_eq!(hull.contains(&vector(&point)), is_affine_combination(&point, &points));
                    }
                }
            }
            prop_assert!(points.iter().all(|p| hull.contains(&vector(p))));
        }

        #[test]
        fn the_order_of_points_does_not_matter(mut points in points(1..5), other in points(1..3)) {
            let hull = |points: &[Vec<i64>]| Lattice::hull(points.iter().map(|p| vector(p))).unwrap();
            let mut joined = hull(&points);
            let grows = joined.join(&hull(&other));
            prop_assert_eq!(grows, joined != hull(&points));
            points.extend(other);
            points.reverse();
            prop_assert_eq!(&joined, &hull(&points));
            prop_assert!(!joined.join_point(&vector(&points[0])));
        }
    }

    #[test]
    fn normal_form() {
        let lattice = Lattice::hull([vector(&[7, 1]), vector(&[1, 1]), vector(&[7, 5])]).unwrap();
        assert_eq!(lattice.base(), vector(&[1, 1]));
        assert_eq!(lattice.generators(), [vector(&[6, 0]), vector(&[0, 4])]);
        assert_eq!(Lattice::hull([]), None);
    }
}
