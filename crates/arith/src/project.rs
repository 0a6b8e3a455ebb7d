//! Exact projection: equations by substitution, inequalities by Fourier-Motzkin elimination, redundant rows removed.

use super::{ConstraintId, Linear, OutOfBudget, Rational, Relation, Row, Simplex};
use alphorn_run::stop::Stop;
use rustc_hash::FxHashMap;

/// How much larger than the cap the rows of one elimination step may be before redundant ones are removed.
const SWELL: usize = 8;

/// The projection of the common points of `rows` onto the columns for which `keep` holds: a point over these satisfies
/// the result exactly when it can be extended to a common point. No row of the result follows from the others; for an
/// infeasible system it is one contradiction.
///
/// `None` when there would be more than `max_rows` rows on the way, or when stopped.
pub fn project(rows: &[Row], keep: impl Fn(usize) -> bool, max_rows: usize, stop: &Stop) -> Option<Vec<Row>> {
    let Some(mut rows) = with_implied_equations(rows, stop).ok()? else { return Some(vec![Row::contradiction()]) };
    let mut unwanted = substitute_equations(&mut rows, keep);
    rows = independent_equations(rows);
    while let Some(at) = cheapest(&rows, &unwanted) {
        let column = unwanted.swap_remove(at);
        if stop.is_stopped() || cost(&rows, column) > (SWELL * max_rows) as isize {
            return None;
        }
        rows = tightest(eliminate(rows, column));
        if unwanted.iter().any(|column| cost(&rows, *column) > 0) || rows.len() > max_rows {
            rows = remove_redundant(rows, stop).ok()?;
        }
        if rows.len() > max_rows {
            return None;
        }
    }
    remove_redundant(rows, stop).ok()
}

/// Eliminates columns that are not to be kept by the equations among the rows: exact over the rationals, and cheap. Over
/// the integers it is exact where an equation gives the column an integer value; such equations are preferred. Gives the
/// columns that no equation has.
pub fn substitute_equations(rows: &mut Vec<Row>, keep: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut unwanted: Vec<usize> = rows.iter().flat_map(|row| row.coeffs.columns()).filter(|c| !keep(*c)).collect();
    unwanted.sort_unstable();
    unwanted.dedup();
    unwanted.retain(|column| !substitute(rows, *column));
    unwanted
}

/// Drops rows that follow from the rest, long ones first, until none does.
pub fn remove_redundant(rows: Vec<Row>, stop: &Stop) -> Result<Vec<Row>, OutOfBudget> {
    let mut simplex = Simplex::new();
    simplex.limit(stop.clone(), None);
    let ids = simplex.extend(rows.iter().cloned());
    let mut order: Vec<(ConstraintId, &Row)> = ids.into_iter().zip(&rows).collect();
    order.sort_by_key(|(_, row)| std::cmp::Reverse(row.coeffs.terms().len()));
    for (id, row) in order {
        simplex.deactivate(id);
        if simplex.entails(row)? {
            simplex.remove(id);
        } else {
            simplex.activate(id);
        }
    }
    Ok(simplex.active().map(|(_, row)| row.clone()).collect())
}

/// Inequalities that always hold with equality become equations, so that the others have a common point strictly
/// inside. `None` when the system is infeasible.
fn with_implied_equations(rows: &[Row], stop: &Stop) -> Result<Option<Vec<Row>>, OutOfBudget> {
    let mut simplex = Simplex::new();
    simplex.limit(stop.clone(), None);
    simplex.extend(rows.iter().cloned());
    let Some(tight) = simplex.implied_equalities()? else { return Ok(None) };
    let mut rows = rows.to_vec();
    tight.into_iter().for_each(|id| rows[id.index()].relation = Relation::Eq);
    Ok(Some(rows.into_iter().map(Row::primitive).collect()))
}

/// Solves an equation for the column, the shortest that has it, and puts the solution into the other rows. False when
/// there is none.
fn substitute(rows: &mut Vec<Row>, column: usize) -> bool {
    let has_column = |row: &Row| row.relation == Relation::Eq && !row.coeffs.coefficient(column).is_zero();
    let equations = rows.iter().enumerate().filter(|(_, row)| has_column(row));
    let unit = |row: &Row| {
        let coefficient = row.coeffs.coefficient(column);
        coefficient == Rational::ONE || coefficient == Rational::MINUS_ONE
    };
    let best = equations.min_by_key(|(_, row)| (!unit(row), row.coeffs.terms().len()));
    let Some((at, _)) = best else { return false };
    let equation = rows.swap_remove(at);
    rows.iter_mut().for_each(|row| row.cancel(&equation, column));
    rows.retain(|row| row.truth() != Some(true));
    true
}

/// Drops the equations that follow from other equations; the rows that stay are as they were.
fn independent_equations(rows: Vec<Row>) -> Vec<Row> {
    let mut echelon: Vec<(usize, Row)> = Vec::new();
    let mut is_new = |row: &Row| {
        let mut reduced = row.clone();
        echelon.iter().for_each(|(column, equation)| reduced.cancel(equation, *column));
        let first = reduced.coeffs.columns().next();
        echelon.extend(first.map(|column| (column, reduced)));
        first.is_some()
    };
    rows.into_iter().filter(|row| row.relation != Relation::Eq || is_new(row)).collect()
}

/// By how many rows the elimination of a column makes the system grow.
fn cost(rows: &[Row], column: usize) -> isize {
    let (mut above, mut below) = (0, 0);
    for row in rows {
        match row.coeffs.coefficient(column).sign() {
            std::cmp::Ordering::Greater => above += 1,
            std::cmp::Ordering::Less => below += 1,
            std::cmp::Ordering::Equal => {}
        }
    }
    above * below - above - below
}

fn cheapest(rows: &[Row], columns: &[usize]) -> Option<usize> {
    (0..columns.len()).min_by_key(|at| cost(rows, columns[*at]))
}

/// Fourier and Motzkin: each upper bound of the column with each lower bound.
fn eliminate(rows: Vec<Row>, column: usize) -> Vec<Row> {
    let (with, mut rest): (Vec<Row>, Vec<Row>) =
        rows.into_iter().partition(|row| !row.coeffs.coefficient(column).is_zero());
    let with: Vec<(Row, Rational)> = with
        .into_iter()
        .map(|row| {
            let coefficient = row.coeffs.coefficient(column);
            (row, coefficient)
        })
        .collect();
    for (upper, above) in with.iter().filter(|(_, coefficient)| coefficient.is_positive()) {
        for (lower, below) in with.iter().filter(|(_, coefficient)| coefficient.is_negative()) {
            let sum = Row::weighted_sum([(upper, &-below), (lower, above)]).map(Row::primitive);
            rest.extend(sum.filter(|sum| sum.truth() != Some(true)));
        }
    }
    rest
}

/// Of inequalities with the same left side, only the tightest.
fn tightest(rows: Vec<Row>) -> Vec<Row> {
    let mut place_of: FxHashMap<Linear, usize> = FxHashMap::default();
    let mut kept: Vec<Row> = Vec::new();
    for row in rows {
        if row.relation == Relation::Eq {
            kept.push(row);
            continue;
        }
        let place = *place_of.entry(row.coeffs.clone()).or_insert(kept.len());
        match kept.get_mut(place) {
            None => kept.push(row),
            Some(other) => {
                if row.rhs < other.rhs || (row.rhs == other.rhs && row.relation == Relation::Lt) {
                    *other = row;
                }
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{COLUMNS, systems};
    use alphorn_run::stop::Cause;
    use proptest::prelude::*;

    fn extends(rows: &[Row], keep: impl Fn(usize) -> bool, point: &[Rational]) -> bool {
        let mut simplex = Simplex::new();
        simplex.extend(rows.iter().cloned());
        for (column, value) in point.iter().enumerate().filter(|(column, _)| keep(*column)) {
            simplex.add(Row::eq(Linear::column(column), value.clone()));
        }
        simplex.check().unwrap().is_feasible()
    }

    proptest! {
        #[test]
        fn a_point_satisfies_the_projection_iff_it_extends(
            rows in systems(),
            kept in prop::collection::vec(any::<bool>(), COLUMNS),
            mut points in prop::collection::vec(prop::collection::vec(-3i64..=3, COLUMNS), 8),
            halves in any::<bool>(),
        ) {
            let keep = |column: usize| kept[column];
            let projection = project(&rows, keep, 500, &Stop::new()).unwrap();
            prop_assert!(projection.iter().flat_map(|row| row.coeffs.columns()).all(keep));
            let mut points: Vec<Vec<Rational>> = points
                .drain(..)
                .map(|point| point.into_iter().map(|n| Rational::new(n, if halves { 2 } else { 1 }).unwrap()).collect())
                .collect();
            // Random points are seldom inside: a point of the system, and one of the projection, are more telling.
            for rows in [&rows, &projection] {
                let mut simplex = Simplex::new();
                simplex.extend(rows.iter().cloned());
                if simplex.check().unwrap().is_feasible() {
                    points.extend(simplex.model());
                }
            }
            for point in points {
                let inside = projection.iter().all(|row| row.holds_at(&point));
                let mut padded = point;
                padded.resize(COLUMNS, Rational::ZERO);
                prop_assert_eq!(inside, extends(&rows, keep, &padded), "{:?} at {:?}", projection, padded);
            }
        }

        #[test]
        fn no_row_of_a_projection_follows_from_the_others(rows in systems(), kept in prop::collection::vec(any::<bool>(), COLUMNS)) {
            let projection = project(&rows, |column| kept[column], 500, &Stop::new()).unwrap();
            for at in 0..projection.len() {
                let mut others = projection.clone();
                let row = others.remove(at);
                let mut simplex = Simplex::new();
                simplex.extend(others);
                prop_assert!(!simplex.entails(&row).unwrap(), "{} in {:?}", row, projection);
            }
        }
    }

    #[test]
    fn equations_hidden_in_inequalities_are_used() {
        // x1 = 2·x0 by halves; x1 + x2 ≤ 4; x2 ≥ x0: leaves 3·x0 ≤ 4 over x0.
        let rows = [
            Row::le(Linear::new([(1, 1), (0, -2)]), 0),
            Row::ge(Linear::new([(1, 1), (0, -2)]), 0),
            Row::le(Linear::new([(1, 1), (2, 1)]), 4),
            Row::ge(Linear::new([(2, 1), (0, -1)]), 0),
        ];
        let projection = project(&rows, |column| column == 0, 10, &Stop::new()).unwrap();
        assert_eq!(format!("{projection:?}"), "[x0 ≤ 4/3]");
    }

    /// The cross-polytope: 2^n facets, as the projection of a system with 2n + 1 rows.
    #[test]
    fn bursts_at_its_cap() {
        const SIZE: usize = 6;
        let mut rows = vec![Row::le(Linear::new((SIZE..2 * SIZE).map(|bound| (bound, 1))), 1)];
        for column in 0..SIZE {
            rows.push(Row::le(Linear::new([(column, 1), (SIZE + column, -1)]), 0));
            rows.push(Row::le(Linear::new([(column, -1), (SIZE + column, -1)]), 0));
        }
        let stop = Stop::new();
        assert_eq!(project(&rows, |column| column < SIZE, 63, &stop), None);
        assert_eq!(project(&rows, |column| column < SIZE, 64, &stop).map(|rows| rows.len()), Some(64));
        stop.stop(Cause::Timeout);
        assert_eq!(project(&rows, |column| column < SIZE, 64, &stop), None);
    }

    #[test]
    fn an_infeasible_system_projects_to_a_contradiction() {
        let rows = [Row::lt(Linear::new([(0, 1), (1, 1)]), 0), Row::gt(Linear::new([(0, 1), (1, 1)]), 0)];
        let projection = project(&rows, |column| column == 0, 10, &Stop::new()).unwrap();
        assert_eq!(projection, [Row::contradiction()]);
        assert_eq!(project(&[], |_| true, 0, &Stop::new()), Some(vec![]));
    }
}
