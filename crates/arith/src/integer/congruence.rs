//! Lattices in the language of formulas: equations and congruences.

use super::{Lattice, Vector, basis::Basis, dot};
use crate::{Linear, Rational, Row};
use dashu_base::{Gcd, RemEuclid};
use dashu_int::IBig;
use std::fmt;

/// The congruence `coeffs ≡ rhs (mod modulus)` with integer coefficients, all numbers at least 0 and below the modulus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Congruence {
    /// The left side.
    pub coeffs: Linear,
    /// The right side.
    pub rhs: IBig,
    /// The modulus, at least 2.
    pub modulus: IBig,
}

impl Congruence {
    /// Whether an integer point satisfies it; columns beyond its end count as 0.
    pub fn holds_at(&self, point: &[IBig]) -> bool {
        let point: Vec<Rational> = point.iter().map(Rational::from).collect();
        let difference = self.coeffs.evaluate(&point) - Rational::from(&self.rhs);
        (difference / Rational::from(&self.modulus)).is_integer()
    }
}

impl fmt::Display for Congruence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ≡ {} (mod {})", self.coeffs, self.rhs, self.modulus)
    }
}

/// What describes a lattice: the integer points that satisfy all equations and congruences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// Independent equations in coprime integers.
    pub equations: Vec<Row>,
    /// Congruences that the equations alone do not imply.
    pub congruences: Vec<Congruence>,
}

impl Lattice {
    /// The equations and congruences that describe it.
    pub fn describe(&self) -> Description {
        let mut basis = Basis::new(self.dimension());
        let triangle: Vec<(Vec<IBig>, IBig)> = self
            .generators()
            .iter()
            .filter_map(|generator| {
                let absorbed = basis.absorb(generator);
                Some((absorbed.on_fixed, absorbed.diagonal?))
            })
            .collect();
        let equations = basis.free.iter().map(|normal| {
            let form = Linear::new(normal.iter().cloned().enumerate());
            Row::eq(form, dot(normal, self.base())).primitive()
        });
        let equations = equations.collect();
        Description { equations, congruences: self.congruences(&dual_vectors(&basis, &triangle)) }
    }

    /// The conditions that each of the dual vectors takes an integer value on the steps from the base. They are made few and
    /// simple as the lattice that the dual vectors and the unit vectors generate.
    fn congruences(&self, duals: &[Vec<Rational>]) -> Vec<Congruence> {
        let denominator = duals.iter().flatten().fold(IBig::ONE, |common, entry| {
            let other = entry.denominator();
            let gcd = IBig::from((&common).gcd(&other));
            common / gcd * other
        });
        let scale = Rational::from(&denominator);
        let scaled = duals.iter().map(|dual| dual.iter().map(|entry| (entry * &scale).numerator()).collect());
        let units = Basis::new(self.dimension()).free.into_iter();
        let units = units.map(|unit| unit.into_iter().map(|entry| entry * &denominator).collect::<Vector>());
        let all = Lattice::new(vec![IBig::ZERO; self.dimension()], scaled.chain(units));
        all.generators().iter().filter_map(|normal| self.congruence(normal, &denominator)).collect()
    }

    /// The congruence `normal · x ≡ normal · base` in lowest terms; `None` when it says nothing.
    fn congruence(&self, normal: &[IBig], modulus: &IBig) -> Option<Congruence> {
        let common = normal.iter().fold(modulus.clone(), |common, entry| IBig::from(common.gcd(entry)));
        let modulus = modulus / &common;
        if modulus == IBig::ONE {
            return None;
        }
        let normal: Vector = normal.iter().map(|entry| IBig::from((entry / &common).rem_euclid(&modulus))).collect();
        let rhs = IBig::from(dot(&normal, self.base()).rem_euclid(&modulus));
        Some(Congruence { coeffs: Linear::new(normal.into_iter().enumerate()), rhs, modulus })
    }
}

/// For each generator, a vector that is 1 on it and 0 on the others, by forward substitution in the triangle that the
/// generators form on the basis.
fn dual_vectors(basis: &Basis, triangle: &[(Vec<IBig>, IBig)]) -> Vec<Vec<Rational>> {
    let dual = |at: usize| {
        let mut coordinates: Vec<Rational> = Vec::new();
        for (row, (before, diagonal)) in triangle.iter().enumerate() {
            let mut value = if row == at { Rational::ONE } else { Rational::ZERO };
            for (entry, coordinate) in before.iter().zip(&coordinates) {
                value.add_mul(&-Rational::from(entry), coordinate);
            }
            coordinates.push(value / Rational::from(diagonal));
        }
        let dimension = basis.fixed.first().map_or(0, Vec::len);
        let mut sum = vec![Rational::ZERO; dimension];
        for (vector, coordinate) in basis.fixed.iter().zip(&coordinates) {
            sum.iter_mut().zip(vector).for_each(|(sum, entry)| sum.add_mul(coordinate, &Rational::from(entry)));
        }
        sum
    };
    (0..triangle.len()).map(dual).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hull(points: &[Vec<i64>]) -> Lattice {
        let vector = |point: &Vec<i64>| point.iter().map(|&entry| IBig::from(entry)).collect();
        Lattice::hull(points.iter().map(vector)).unwrap()
    }

    proptest! {
        #[test]
        fn the_description_has_exactly_the_points_of_the_lattice(
            points in prop::collection::vec(prop::collection::vec(-6i64..=6, 3), 1..6),
        ) {
            let lattice = hull(&points);
            let description = lattice.describe();
            prop_assert_eq!(description.equations.len() + lattice.generators().len(), 3);
            for x in -4i64..=4 {
                for y in -4i64..=4 {
                    for z in -4i64..=4 {
                        let point = [x, y, z];
                        let integers = point.map(IBig::from);
                        let described = description.equations.iter().all(|row| row.holds_at(&point.map(Rational::from)))
                            && description.congruences.iter().all(|congruence| congruence.holds_at(&integers));
                        prop_assert_eq!(described, lattice.contains(&integers), "{:?}", description);
                    }
                }
            }
        }
    }

    fn described(points: &[Vec<i64>]) -> Vec<String> {
        let description = hull(points).describe();
        let equations = description.equations.iter().map(ToString::to_string);
        equations.chain(description.congruences.iter().map(ToString::to_string)).collect()
    }

    #[test]
    fn descriptions_say_no_more_than_needed() {
        assert_eq!(described(&[vec![0, 0], vec![2, 0], vec![0, 3]]), ["x0 ≡ 0 (mod 2)", "x1 ≡ 0 (mod 3)"]);
        assert_eq!(described(&[vec![1, 0], vec![3, 1]]), ["x0 - 2·x1 = 1"]);
        assert_eq!(described(&[vec![1, 1], vec![3, 3]]), ["x0 - x1 = 0", "x0 ≡ 1 (mod 2)"]);
        assert_eq!(described(&[vec![0, 0], vec![1, 1], vec![1, -1]]), ["x0 + x1 ≡ 0 (mod 2)"]);
        assert_eq!(described(&[vec![4]]), ["x0 = 4"]);
    }
}
