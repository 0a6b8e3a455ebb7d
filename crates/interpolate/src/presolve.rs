//! Equations are solved before a program is made: each takes away a column and a multiplier.

use super::program::Place;
use alphorn_arith::{Rational, Relation, Row};

/// Solves every equation of `rows` for one of its columns and replaces the column in the other rows and at the places. The
/// rows that are left say the same about what is left of the columns.
pub fn solve_equations(rows: &[Row], places: &mut [Place]) -> Vec<Row> {
    let mut rows = rows.to_vec();
    while let Some(at) = shortest_equation(&rows) {
        let equation = rows.swap_remove(at);
        let Some(column) = rarest_column(&rows, &equation) else { break };
        rows.iter_mut().for_each(|row| row.cancel(&equation, column));
        for (form, constant) in places.iter_mut().flatten() {
            let coefficient = form.coefficient(column);
            if !coefficient.is_zero() {
                let factor: Rational = -coefficient / equation.coeffs.coefficient(column);
                form.add_mul(&factor, &equation.coeffs);
                constant.add_mul(&-factor, &equation.rhs);
            }
        }
    }
    rows.retain(|row| row.truth() != Some(true));
    rows
}

/// Short equations first, so that rows stay short.
fn shortest_equation(rows: &[Row]) -> Option<usize> {
    let equations = rows.iter().enumerate().filter(|(_, row)| row.relation == Relation::Eq && !row.coeffs.is_zero());
    equations.min_by_key(|(_, row)| row.coeffs.terms().len()).map(|(at, _)| at)
}

/// The column of an equation that the fewest rows have.
fn rarest_column(rows: &[Row], equation: &Row) -> Option<usize> {
    let uses = |column: &usize| rows.iter().filter(|row| !row.coeffs.coefficient(*column).is_zero()).count();
    equation.coeffs.columns().min_by_key(uses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_arith::Linear;

    #[test]
    fn columns_that_equations_define_disappear() {
        let form = |terms: &[(usize, i64)]| Linear::new(terms.iter().copied());
        let rows = [
            Row::eq(form(&[(0, 1), (1, -2)]), 3),
            Row::le(form(&[(0, 1), (2, 1)]), 5),
            Row::eq(form(&[(2, 1)]), 1),
            Row::eq(form(&[(0, 2), (1, -4)]), 6),
        ];
        let mut places = [vec![(form(&[(0, 1), (2, 1)]), Rational::ZERO), (form(&[(2, 2)]), Rational::ONE)]];
        let left = solve_equations(&rows, &mut places);
        // x2 is 1 and x0 is 2·x1 + 3, or x1 is (x0 - 3) / 2: then x0 ≤ 4 is 2·x1 ≤ 1.
        assert_eq!(left.len(), 1);
        let point = |x1: Rational| [&(&x1 + &x1) + &Rational::from(3), x1, Rational::ONE];
        let half = &Rational::ONE / &Rational::from(2);
        assert!(left[0].holds_at(&point(half)) && !left[0].holds_at(&point(Rational::ONE)));
        let [(sum, constant), (twice, plus)] = &places[0][..] else { panic!("two forms") };
        assert_eq!(sum.evaluate(&point(Rational::ONE)) + constant.clone(), Rational::from(6));
        assert_eq!((twice.is_zero(), plus), (true, &Rational::from(3)));
    }

    #[test]
    fn a_contradiction_stays() {
        let equations = [1, 2].map(|value| Row::eq(Linear::column(0), value));
        let left = solve_equations(&equations, &mut []);
        assert_eq!(left.iter().map(Row::truth).collect::<Vec<_>>(), [Some(false)]);
    }
}
