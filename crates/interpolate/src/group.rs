//! One half-space that holds on several cubes of the prefix and nowhere on the suffix.

use super::{
    Budget,
    cube::Columns,
    farkas::half_space,
    language::Language,
    program::{Implication, Place, Program, Solution},
    strength::{Gap, Strength},
};
use alphorn_arith::{Linear, Optimum, OutOfBudget, Rational, Relation, Row, Simplex};

/// A half-space over the shared columns that every cube implies and that is inconsistent with the suffix; a row without
/// columns when a side is infeasible alone. `None` if there is no such half-space.
pub fn separate(
    columns: &Columns,
    cubes: &[&[Row]],
    suffix: &[Row],
    strength: Strength,
    budget: &Budget,
) -> Result<Option<Row>, OutOfBudget> {
    let cubes = feasible(cubes, budget)?;
    if let Some(trivial) = trivial(&cubes, suffix, budget)? {
        return Ok(Some(trivial));
    }
    let used = usable_columns(columns, suffix);
    let found = solve(&used, &cubes, suffix, |program| program.solve(budget))?;
    let Some((solution, _)) = found else { return Ok(None) };
    let form = Linear::new(used.into_iter().zip(solution.coefficients));
    let mut low: Option<(Rational, bool)> = None;
    for cube in cubes {
        let Some(extent) = supremum(cube, &form, budget)? else { return Ok(None) };
        low = low.max(Some(extent));
    }
    let gap = low.map(|low| gap_above(low, suffix, &form, budget)).transpose()?.flatten();
    Ok(gap.and_then(|gap| half_space(columns, form, gap, strength)))
}

/// As [`separate`], of a restriction language; `None` if none is found in it.
pub fn separate_within(
    columns: &Columns,
    cubes: &[&[Row]],
    suffix: &[Row],
    language: &Language,
    budget: &Budget,
) -> Result<Option<Row>, OutOfBudget> {
    let cubes = feasible(cubes, budget)?;
    if let Some(trivial) = trivial(&cubes, suffix, budget)? {
        return Ok(Some(trivial));
    }
    let used = usable_columns(columns, suffix);
    let found = solve(&used, &cubes, suffix, |program| program.solve_within(language, budget))?;
    Ok(found.map(|(solution, relation)| {
        Row::new(Linear::new(used.into_iter().zip(solution.coefficients)), relation, solution.constant)
    }))
}

/// The row without columns for a side that is infeasible alone.
fn trivial(cubes: &[&[Row]], suffix: &[Row], budget: &Budget) -> Result<Option<Row>, OutOfBudget> {
    if cubes.is_empty() {
        return Ok(Some(Row::contradiction()));
    }
    let is_empty = feasible(&[suffix], budget)?.is_empty();
    Ok(is_empty.then(|| Row::le(Linear::default(), 0)))
}

/// A half-space and its relation: a strict one only where the cubes are, and no other is found.
fn solve(
    used: &[usize],
    cubes: &[&[Row]],
    suffix: &[Row],
    by: impl Fn(&Program) -> Result<Option<Solution>, OutOfBudget>,
) -> Result<Option<(Solution, Relation)>, OutOfBudget> {
    let mut program = Program { width: used.len(), strict: false, implications: demands(used, cubes, suffix) };
    if let Some(solution) = by(&program)? {
        return Ok(Some((solution, Relation::Le)));
    }
    let is_strict = |cube: &&[Row]| cube.iter().any(|row| row.relation == Relation::Lt);
    if !cubes.iter().all(is_strict) {
        return Ok(None);
    }
    program.strict = true;
    Ok(by(&program)?.map(|solution| (solution, Relation::Lt)))
}

/// The systems that have a point. Of the others everything follows, but not by multipliers.
pub fn feasible<'a>(systems: &[&'a [Row]], budget: &Budget) -> Result<Vec<&'a [Row]>, OutOfBudget> {
    let mut found = Vec::new();
    for rows in systems {
        if simplex(rows, budget).check()?.is_feasible() {
            found.push(*rows);
        }
    }
    Ok(found)
}

/// The shared columns that the suffix speaks of: a half-space over others cannot contradict it.
pub fn usable_columns(columns: &Columns, suffix: &[Row]) -> Vec<usize> {
    let mut used: Vec<usize> =
        suffix.iter().flat_map(|row| row.coeffs.columns()).filter(|column| columns.is_shared(*column)).collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// That every cube implies the half-space and that it contradicts the suffix.
pub fn demands<'a>(used: &[usize], cubes: &[&'a [Row]], suffix: &'a [Row]) -> Vec<Implication<'a>> {
    let here: Place = used.iter().map(|column| (Linear::column(*column), Rational::ZERO)).collect();
    let implied =
        |rows: &&'a [Row]| Implication { rows: (*rows).into(), premises: vec![], conclusion: Some(here.clone()) };
    let refuted = Implication { rows: suffix.into(), premises: vec![here.clone()], conclusion: None };
    cubes.iter().map(implied).chain([refuted]).collect()
}

/// How far a form may go above its supremum on the prefix, given with whether it is attained, before it meets the suffix;
/// `None` if it has no lower bound there.
pub fn gap_above(
    (low, low_attained): (Rational, bool),
    suffix: &[Row],
    form: &Linear,
    budget: &Budget,
) -> Result<Option<Gap>, OutOfBudget> {
    let mut negated = form.clone();
    negated.scale(&Rational::MINUS_ONE);
    let above = supremum(suffix, &negated, budget)?;
    Ok(above.map(|(value, high_attained)| Gap { low, low_attained, high: -value, high_attained }))
}

/// The supremum of a form on a feasible system and whether it is attained; `None` if there is none.
fn supremum(rows: &[Row], form: &Linear, budget: &Budget) -> Result<Option<(Rational, bool)>, OutOfBudget> {
    Ok(match simplex(rows, budget).maximise(form)? {
        Optimum::Infeasible(_) | Optimum::Unbounded => None,
        Optimum::Bounded { value, attained, .. } => Some((value, attained)),
    })
}

fn simplex(rows: &[Row], budget: &Budget) -> Simplex {
    let mut simplex = Simplex::new();
    simplex.limit(budget.stop.clone(), Some(budget.pivots));
    simplex.extend(rows.iter().cloned());
    simplex
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::{SortId, Terms};

    /// Columns 0 and 1 are shared, 2 and 3 private.
    fn show(sort: SortId, cubes: &[&[Row]], suffix: &[Row], strength: Strength) -> Option<String> {
        let mut terms = Terms::new();
        let vars: Vec<_> = (0..4).map(|i| terms.fresh_var(&format!("x{i}"), sort)).collect();
        let mut columns = Columns::new(&vars[..2]);
        for var in vars {
            let term = terms.var_term(var);
            columns.column(&terms, term);
        }
        separate(&columns, cubes, suffix, strength, &Budget::default()).unwrap().map(|row| row.to_string())
    }

    fn form(terms: &[(usize, i64)]) -> Linear {
        Linear::new(terms.iter().copied())
    }

    fn point(x: i64, y: i64) -> [Row; 2] {
        [Row::eq(form(&[(0, 1)]), x), Row::eq(form(&[(1, 1)]), y)]
    }

    #[test]
    fn the_constant_is_between_all_cubes_and_the_suffix() {
        let (a, b) = (point(0, 1), point(3, 3));
        let suffix = [Row::ge(form(&[(0, 1), (1, -1), (3, -1)]), 0), Row::ge(form(&[(3, 1)]), 10)];
        let show = |strength| show(SortId::REAL, &[&a, &b], &suffix, strength).unwrap();
        assert_eq!(show(Strength::Strong), "x0 - x1 ≤ 0");
        assert_eq!(show(Strength::Weak), "x0 - x1 < 10");
    }

    #[test]
    fn private_columns_of_the_prefix_cancel() {
        let a = [Row::le(form(&[(0, 1), (2, 1)]), 0), Row::ge(form(&[(2, 1), (1, 1)]), 0)];
        let b = [Row::le(form(&[(0, 1), (2, 2)]), 0), Row::ge(form(&[(2, 2), (1, 1)]), 1)];
        let suffix = [Row::gt(form(&[(0, 1), (1, -1)]), 0)];
        assert_eq!(show(SortId::REAL, &[&a, &b], &suffix, Strength::Middle).unwrap(), "x0 - x1 ≤ 0");
    }

    #[test]
    fn strict_cubes_may_touch_the_suffix() {
        let a = [Row::lt(form(&[(0, 1)]), 0)];
        let b = [Row::lt(form(&[(0, 1)]), -1)];
        let closed = [Row::le(form(&[(0, 1)]), 0)];
        let suffix = [Row::ge(form(&[(0, 1)]), 0)];
        assert_eq!(show(SortId::REAL, &[&a, &b], &suffix, Strength::Middle).unwrap(), "x0 < 0");
        assert_eq!(show(SortId::REAL, &[&a, &closed], &suffix, Strength::Middle), None);
    }

    #[test]
    fn infeasible_sides_need_no_columns() {
        let (a, b) = (point(0, 0), [Row::contradiction()]);
        assert_eq!(show(SortId::INT, &[&b, &b], &a, Strength::Middle).unwrap(), "0 ≤ -1");
        assert_eq!(show(SortId::INT, &[&a, &b], &b, Strength::Middle).unwrap(), "0 ≤ 0");
        assert_eq!(show(SortId::INT, &[&a, &b], &point(1, 0), Strength::Strong).unwrap(), "x0 ≤ 0");
    }
}
