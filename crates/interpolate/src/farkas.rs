//! The half-space between two linear systems, from a Farkas certificate.

use super::{
    Budget,
    cube::Columns,
    decompose,
    strength::{Gap, Strength},
};
use alphorn_arith::{Farkas, Linear, OutOfBudget, Relation, Row, Simplex, Verdict, content};

/// How the certificate becomes rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Which constant the half-space gets.
    pub strength: Strength,
    /// Whether the sum of the prefix's rows is split into several, each over the shared columns.
    pub decompose: bool,
}

/// Rows over the shared columns, all implied by the rows of `a`, that together are inconsistent with the rows of `b`. `None`
/// if the systems have a common rational point.
pub fn separate(
    columns: &Columns,
    a: &[Row],
    b: &[Row],
    style: Style,
    budget: &Budget,
) -> Result<Option<Vec<Row>>, OutOfBudget> {
    let mut simplex = Simplex::new();
    simplex.limit(budget.stop.clone(), Some(budget.pivots));
    simplex.extend(a.iter().chain(b).cloned());
    Ok(match simplex.check()? {
        Verdict::Feasible => None,
        Verdict::Infeasible(farkas) => from_certificate(columns, a, b, &farkas, style),
    })
}

/// `None` only when the certificate is not one.
fn from_certificate(columns: &Columns, a: &[Row], b: &[Row], farkas: &Farkas, style: Style) -> Option<Vec<Row>> {
    let sum_a = farkas.sum(|id| a.get(id.index()))?;
    let sum_b = farkas.sum(|id| b.get(id.index().checked_sub(a.len())?))?;
    if let Some(truth) = sum_a.truth() {
        return Some(if truth { Vec::new() } else { vec![Row::contradiction()] });
    }
    if style.decompose {
        let used =
            farkas.multipliers.iter().filter_map(|(id, multiplier)| Some((a.get(id.index())?, multiplier.clone())));
        let parts = decompose::split(&used.collect::<Vec<_>>(), |column| !columns.is_shared(column));
        if parts.len() > 1 {
            return Some(parts.into_iter().map(|row| columns.tightened(half(row, style.strength))).collect());
        }
    }
    let row = with_strength(columns, sum_a, &sum_b, style.strength)?;
    Some(vec![row])
}

/// An equation holds on the whole prefix; its half is enough for the conflict.
fn half(row: Row, strength: Strength) -> Row {
    match row.relation {
        Relation::Eq if strength != Strength::Strong => Row::le(row.coeffs, row.rhs),
        _ => row,
    }
}

/// The half-space parallel to the two opposite sums.
fn with_strength(columns: &Columns, sum_a: Row, sum_b: &Row, strength: Strength) -> Option<Row> {
    if strength == Strength::Strong && sum_a.relation == Relation::Eq {
        return Some(columns.tightened(sum_a));
    }
    // sum_b says `-form R rhs`, so that on the suffix the form is at least `-rhs`.
    let gap = Gap {
        low: sum_a.rhs.clone(),
        low_attained: sum_a.relation != Relation::Lt,
        high: -&sum_b.rhs,
        high_attained: sum_b.relation != Relation::Lt,
    };
    half_space(columns, sum_a.coeffs, gap, strength)
}

/// The row `form R bound` for a bound in the gap, in lowest terms.
pub fn half_space(columns: &Columns, form: Linear, gap: Gap, strength: Strength) -> Option<Row> {
    let unit = content(form.coefficients());
    let Some(scale) = unit.recip() else {
        let (relation, bound) = gap.bound(strength, false)?;
        return Some(Row::new(form, relation, bound));
    };
    let mut form = form;
    form.scale(&scale);
    let gap = Gap { low: gap.low * &scale, high: gap.high * &scale, ..gap };
    let (relation, bound) = gap.bound(strength, columns.is_integral(&form))?;
    Some(Row::new(form, relation, bound))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::{SortId, Terms};

    /// Columns 0 to 2 are shared, 3 to 5 private to a side.
    fn columns(sort: SortId) -> Columns {
        let mut terms = Terms::new();
        let vars: Vec<_> = (0..6).map(|i| terms.fresh_var(&format!("x{i}"), sort)).collect();
        let mut columns = Columns::new(&vars[..3]);
        for var in vars {
            let term = terms.var_term(var);
            columns.column(&terms, term);
        }
        columns
    }

    fn show(sort: SortId, a: &[Row], b: &[Row], strength: Strength, decompose: bool) -> Option<Vec<String>> {
        let style = Style { strength, decompose };
        let rows = separate(&columns(sort), a, b, style, &Budget::default()).unwrap()?;
        let mut shown: Vec<String> = rows.iter().map(Row::to_string).collect();
        shown.sort();
        Some(shown)
    }

    fn form(terms: &[(usize, i64)]) -> Linear {
        Linear::new(terms.iter().copied())
    }

    #[test]
    fn private_columns_cancel() {
        let a = [Row::le(form(&[(0, 1), (3, 1)]), 2), Row::ge(form(&[(3, 1), (1, 1)]), 5)];
        let b = [Row::ge(form(&[(0, 1), (4, -1)]), 0), Row::ge(form(&[(4, 1), (1, -1)]), 4)];
        let show = |sort, strength| show(sort, &a, &b, strength, false).unwrap();
        assert_eq!(show(SortId::REAL, Strength::Strong), ["x0 - x1 ≤ -3"]);
        assert_eq!(show(SortId::REAL, Strength::Middle), ["x0 - x1 ≤ 0"]);
        assert_eq!(show(SortId::REAL, Strength::Weak), ["x0 - x1 < 4"]);
        assert_eq!(show(SortId::INT, Strength::Weak), ["x0 - x1 ≤ 3"]);
    }

    #[test]
    fn one_side_may_be_infeasible_alone() {
        let (below, above) = (Row::le(form(&[(0, 1)]), 0), Row::ge(form(&[(0, 1)]), 1));
        let both = [below.clone(), above];
        assert_eq!(show(SortId::INT, &both, &[], Strength::Middle, true).unwrap(), ["0 ≤ -1"]);
        assert!(show(SortId::INT, &[], &both, Strength::Middle, true).unwrap().is_empty());
        assert_eq!(show(SortId::INT, &[below], &[], Strength::Middle, false), None);
    }

    #[test]
    fn sums_of_independent_rows_are_split() {
        let a = [Row::eq(form(&[(0, 1)]), 0), Row::le(form(&[(1, 1), (3, 1)]), 0), Row::ge(form(&[(3, 1)]), 0)];
        let b = [Row::ge(form(&[(0, 1), (1, 1)]), 1)];
        assert_eq!(show(SortId::INT, &a, &b, Strength::Middle, true).unwrap(), ["x0 ≤ 0", "x1 ≤ 0"]);
        assert_eq!(show(SortId::INT, &a, &b, Strength::Strong, true).unwrap(), ["x0 = 0", "x1 ≤ 0"]);
        assert_eq!(show(SortId::INT, &a, &b, Strength::Middle, false).unwrap(), ["x0 + x1 ≤ 0"]);
    }

    #[test]
    fn strict_rows_make_strict_half_spaces() {
        let a = [Row::lt(form(&[(0, 1)]), 0)];
        let b = [Row::ge(form(&[(0, 1)]), 0)];
        assert_eq!(show(SortId::REAL, &a, &b, Strength::Middle, false).unwrap(), ["x0 < 0"]);
        let (a, b) = ([Row::le(form(&[(0, 1)]), 0)], [Row::gt(form(&[(0, 1)]), 0)]);
        assert_eq!(show(SortId::REAL, &a, &b, Strength::Weak, false).unwrap(), ["x0 ≤ 0"]);
    }
}
