//! A weighted sum of rows in which the private columns cancel, split into smaller sums in which they cancel too
//! (after Blicha, Hyvärinen, Kofroň, Sharygina: Decomposing Farkas Interpolants).
//!
//! The weights are a point of the cone of non-negative weights under which the private columns cancel; it is the sum of
//! elementary points of that cone, which use as few rows as possible.

use alphorn_arith::{Rational, Relation, Row};

/// Sums of more rows than this are not split: the cost is cubic.
const MOST_ROWS: usize = 60;

/// Rows without private columns whose sum is the weighted sum of `rows`. One row, if the sum cannot be split.
pub fn split(rows: &[(&Row, Rational)], is_private: impl Fn(usize) -> bool) -> Vec<Row> {
    let signs: Vec<Rational> = rows.iter().map(|(_, w)| Rational::from(if w.is_negative() { -1 } else { 1 })).collect();
    let mut weights: Vec<Rational> = rows.iter().map(|(_, weight)| weight.abs()).collect();
    let sum = |weights: &[Rational]| {
        let signed: Vec<Rational> = weights.iter().zip(&signs).map(|(weight, sign)| weight * sign).collect();
        Row::weighted_sum(rows.iter().map(|(row, _)| *row).zip(&signed))
    };
    if rows.len() > MOST_ROWS {
        return sum(&weights).into_iter().collect();
    }
    let equations = private_part(rows, &signs, is_private);
    let mut parts = Vec::new();
    while weights.iter().any(Rational::is_positive) {
        let part = elementary(&equations, &weights);
        let Some(times) = largest_multiple(&weights, &part) else { break };
        for (weight, share) in weights.iter_mut().zip(&part) {
            weight.add_mul(&-&times, share);
        }
        parts.extend(sum(&part).filter(|row| row.relation != Relation::Eq || !row.coeffs.is_zero()));
    }
    parts
}

/// For each private column its coefficients in the rows: under weights that cancel it, their sum is 0.
fn private_part(
    rows: &[(&Row, Rational)],
    signs: &[Rational],
    is_private: impl Fn(usize) -> bool,
) -> Vec<Vec<Rational>> {
    let mut private: Vec<usize> =
        rows.iter().flat_map(|(row, _)| row.coeffs.columns()).filter(|c| is_private(*c)).collect();
    private.sort_unstable();
    private.dedup();
    let coefficients =
        |column| rows.iter().zip(signs).map(|((row, _), sign)| row.coeffs.coefficient(column) * sign).collect();
    private.into_iter().map(coefficients).collect()
}

/// A point of the cone that uses only rows that `weights` uses, and so few of them that no other point uses fewer of these.
fn elementary(equations: &[Vec<Rational>], weights: &[Rational]) -> Vec<Rational> {
    let mut point = weights.to_vec();
    while let Some(direction) = other_direction(equations, &point) {
        // One of the directions decreases something; going there until the first weight is 0 stays in the cone.
        let direction = if direction.iter().any(Rational::is_positive) {
            direction
        } else {
            direction.iter().map(|d| -d).collect()
        };
        let Some(times) = largest_multiple(&point, &direction) else { break };
        for (weight, step) in point.iter_mut().zip(&direction) {
            weight.add_mul(&-&times, step);
        }
    }
    point
}

/// How often `direction` can be subtracted from `point` before something becomes negative.
fn largest_multiple(point: &[Rational], direction: &[Rational]) -> Option<Rational> {
    point.iter().zip(direction).filter(|(_, step)| step.is_positive()).map(|(weight, step)| weight / step).min()
}

/// Weights on the rows that `point` uses under which the private columns cancel, and that are no multiple of `point`.
fn other_direction(equations: &[Vec<Rational>], point: &[Rational]) -> Option<Vec<Rational>> {
    let used: Vec<usize> = (0..point.len()).filter(|row| point[*row].is_positive()).collect();
    let mut system: Vec<Vec<Rational>> =
        equations.iter().map(|equation| used.iter().map(|row| equation[*row].clone()).collect()).collect();
    let pivots = echelon(&mut system, used.len());
    let free: Vec<usize> = (0..used.len()).filter(|column| pivots.iter().all(|(_, pivot)| pivot != column)).collect();
    if free.len() < 2 {
        return None;
    }
    // Of two independent solutions, at most one is a multiple of the point; the first has a 0 where the second has a 1.
    let mut solution = vec![Rational::ZERO; point.len()];
    solution[used[free[0]]] = Rational::ONE;
    for (row, pivot) in pivots {
        solution[used[pivot]] = -&system[row][free[0]];
    }
    Some(solution)
}

/// Reduced row echelon form; returns the pivots as (row, column).
fn echelon(system: &mut [Vec<Rational>], width: usize) -> Vec<(usize, usize)> {
    let mut pivots = Vec::new();
    for column in 0..width {
        let top = pivots.len();
        let Some(found) = (top..system.len()).find(|row| !system[*row][column].is_zero()) else { continue };
        system.swap(top, found);
        let Some(scale) = system[top][column].recip() else { continue };
        system[top].iter_mut().for_each(|entry| *entry *= &scale);
        let pivot_row = system[top].clone();
        for (index, row) in system.iter_mut().enumerate() {
            if index != top && !row[column].is_zero() {
                let factor = -&row[column];
                row.iter_mut().zip(&pivot_row).for_each(|(entry, pivot)| entry.add_mul(&factor, pivot));
            }
        }
        pivots.push((top, column));
    }
    pivots
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_arith::Linear;

    fn check(rows: &[(Row, i64)], private_from: usize) -> Vec<String> {
        let weighted: Vec<(&Row, Rational)> = rows.iter().map(|(row, weight)| (row, Rational::from(*weight))).collect();
        let parts = split(&weighted, |column| column >= private_from);
        assert!(parts.iter().all(|part| part.coeffs.columns().all(|column| column < private_from)));
        let mut shown: Vec<String> = parts.into_iter().map(|part| part.primitive().to_string()).collect();
        shown.sort();
        shown
    }

    fn le(terms: &[(usize, i64)], rhs: i64) -> Row {
        Row::le(Linear::new(terms.iter().copied()), rhs)
    }

    #[test]
    fn a_single_chain_is_not_split() {
        let rows = [(le(&[(0, 1), (5, 1)], 1), 1), (le(&[(5, -1), (6, 1)], 2), 1), (le(&[(6, -1)], 3), 1)];
        assert_eq!(check(&rows, 5), ["x0 ≤ 6"]);
    }

    #[test]
    fn a_private_column_that_cancels_in_two_ways_is_split() {
        // x5 is bounded from below twice, by the two upper bounds it has to share.
        let rows = [(le(&[(0, 1), (5, 1)], 0), 1), (le(&[(1, 1), (5, 1)], 0), 1), (le(&[(2, 1), (5, -2)], 0), 1)];
        assert_eq!(check(&rows, 5), ["2·x0 + x2 ≤ 0", "2·x1 + x2 ≤ 0"]);
    }

    #[test]
    fn equations_with_negative_weights_keep_their_sign() {
        let equation = Row::eq(Linear::new([(0, 1), (5, 1)]), 3);
        let rows = [(equation, -1), (le(&[(5, 1)], 1), 1), (le(&[(1, 1)], 4), 2)];
        assert_eq!(check(&rows, 5), ["-x0 ≤ -2", "x1 ≤ 4"]);
    }
}
