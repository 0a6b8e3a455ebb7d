//! Systems of equations over the integers: all solutions, or a proof that there is none.

use super::{Lattice, add_mul, basis::Basis};
use crate::{Linear, Rational, Relation, Row, content};
use dashu_int::IBig;

/// Multipliers of equations, by position, whose weighted sum has integer coefficients and a right side that is none: no
/// integer point satisfies them all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoIntegerPoint {
    /// The equations that take part, with their multipliers.
    pub multipliers: Vec<(usize, Rational)>,
}

impl NoIntegerPoint {
    /// Whether it proves that the given equations have no common integer point.
    pub fn check(&self, equations: &[Row]) -> bool {
        let mut parts = Vec::with_capacity(self.multipliers.len());
        for (at, multiplier) in &self.multipliers {
            match equations.get(*at) {
                Some(row) if row.relation == Relation::Eq => parts.push((row, multiplier)),
                _ => return false,
            }
        }
        let Some(sum) = Row::weighted_sum(parts) else { return false };
        sum.coeffs.coefficients().all(Rational::is_integer) && !sum.rhs.is_integer()
    }
}

/// All integer points that satisfy the equations among `rows`, as a lattice over `dimension` columns, or more if the
/// equations have more; inequalities are not looked at.
pub fn solve_equations(rows: &[Row], dimension: usize) -> Result<Lattice, NoIntegerPoint> {
    let equations = || rows.iter().enumerate().filter(|(_, row)| row.relation == Relation::Eq);
    let columns = equations().flat_map(|(_, row)| row.coeffs.columns());
    let dimension = columns.map(|column| column + 1).max().unwrap_or_default().max(dimension);
    let mut basis = Basis::new(dimension);
    // The coordinate on each fixed vector: its value, and how it is made from the right sides of the equations.
    let mut coordinates: Vec<(IBig, Linear)> = Vec::new();
    for (at, row) in equations() {
        let (integers, factor) = integer_row(row, dimension);
        let absorbed = basis.absorb(&integers);
        // What remains of the equation when the coordinates known so far are put in.
        let mut rest = &row.rhs * &factor;
        let mut origin = Linear::new([(at, factor)]);
        for (value, (coordinate, made_from)) in absorbed.on_fixed.iter().zip(&coordinates) {
            let value = -Rational::from(value);
            rest.add_mul(&value, &Rational::from(coordinate));
            origin.add_mul(&value, made_from);
        }
        match absorbed.diagonal {
            Some(diagonal) => {
                let factor = &Rational::ONE / Rational::from(diagonal);
                origin.scale(&factor);
                match (rest * factor).to_integer() {
                    Some(coordinate) => coordinates.push((coordinate, origin)),
                    None => return Err(NoIntegerPoint { multipliers: origin.terms().to_vec() }),
                }
            }
            None if rest.is_zero() => {}
            None => {
                // All columns cancel and a number remains: scaled to one half it is not an integer either.
                origin.scale(&(&Rational::ONE / (rest * Rational::from(2))));
                return Err(NoIntegerPoint { multipliers: origin.terms().to_vec() });
            }
        }
    }
    let mut base = vec![IBig::ZERO; dimension];
    for (vector, (coordinate, _)) in basis.fixed.iter().zip(&coordinates) {
        add_mul(&mut base, coordinate, vector);
    }
    Ok(Lattice::new(base, basis.free))
}

/// The coefficients as coprime integers, and the factor that made them so.
fn integer_row(row: &Row, dimension: usize) -> (Vec<IBig>, Rational) {
    let unit = content(row.coeffs.coefficients());
    let factor = unit.recip().unwrap_or(Rational::ONE);
    let mut integers = vec![IBig::ZERO; dimension];
    for (column, coefficient) in row.coeffs.terms() {
        integers[*column] = (coefficient * &factor).numerator();
    }
    (integers, factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::numbers;
    use proptest::prelude::*;

    fn equation(coefficients: &[i64], rhs: i64) -> Row {
        Row::eq(Linear::new(coefficients.iter().copied().enumerate()), rhs)
    }

    proptest! {
        /// Against all points of a box.
        #[test]
        fn solutions_are_exactly_the_lattice(
            rows in prop::collection::vec((prop::collection::vec(-6i64..=6, 3), -8i64..=8), 0..4),
        ) {
            let rows: Vec<Row> = rows.iter().map(|(coefficients, rhs)| equation(coefficients, *rhs)).collect();
            let solved = solve_equations(&rows, 3);
            if let Err(proof) = &solved {
                prop_assert!(proof.check(&rows));
            }
            for x in -4i64..=4 {
                for y in -4i64..=4 {
                    for z in -4i64..=4 {
                        let point = [x, y, z];
                        let holds = rows.iter().all(|row| row.holds_at(&point.map(Rational::from)));
                        let inside = solved.as_ref().is_ok_and(|lattice| lattice.contains(&point.map(IBig::from)));
                        prop_assert_eq!(holds, inside);
                    }
                }
            }
        }

        #[test]
        fn every_answer_has_evidence(
            rows in prop::collection::vec((prop::collection::vec((0usize..5, numbers()), 0..4), numbers()), 0..6),
        ) {
            let rows: Vec<Row> = rows.into_iter().map(|(terms, rhs)| Row::eq(Linear::new(terms), rhs)).collect();
            match solve_equations(&rows, 2) {
                Err(proof) => prop_assert!(proof.check(&rows)),
                Ok(lattice) => {
                    let at = |point: &[IBig]| -> Vec<Rational> { point.iter().map(Rational::from).collect() };
                    prop_assert!(rows.iter().all(|row| row.holds_at(&at(lattice.base()))));
                    for generator in lattice.generators() {
                        prop_assert!(rows.iter().all(|row| row.coeffs.evaluate(&at(generator)).is_zero()));
                    }
                }
            }
        }
    }

    #[test]
    fn known_cases() {
        let parity = [equation(&[2, -2], 1)];
        assert_eq!(solve_equations(&parity, 2).unwrap_err().multipliers, [(0, Rational::new(1, 2).unwrap())]);
        // 3x = 2y + 1 has the points (1, 1) + k·(2, 3).
        let lattice = solve_equations(&[equation(&[3, -2], 1)], 2).unwrap();
        assert!(lattice.contains(&[IBig::from(3), IBig::from(4)]));
        assert!(!lattice.contains(&[IBig::from(2), IBig::from(3)]));
        // Each equation alone has integer points, and both together rational ones.
        let both = [equation(&[1, 1], 1), equation(&[1, -1], 0)];
        assert!(solve_equations(&both, 2).unwrap_err().check(&both));
        assert!(!NoIntegerPoint { multipliers: vec![(0, Rational::ONE)] }.check(&both));
        assert!(!NoIntegerPoint { multipliers: vec![(7, Rational::ONE)] }.check(&both));
        let inequality = [Row::le(Linear::column(0), Rational::new(1, 2).unwrap())];
        assert!(!NoIntegerPoint { multipliers: vec![(0, Rational::ONE)] }.check(&inequality));
    }
}
