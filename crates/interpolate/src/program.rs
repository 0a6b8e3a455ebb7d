//! One linear program for a half-space with unknown coefficients.
//!
//! Each demand on the half-space `h = c·x ≤ d` is an [`Implication`]: rows, together with `h` at some places, imply `h` at
//! another place or are contradictory. By Farkas' lemma it holds (over the rationals) exactly if there are multipliers for
//! the rows and for the occurrences of `h`. With the latter fixed to 1 everything is linear in c, d and the multipliers.

use super::{Budget, cube::Affine, presolve::solve_equations};
use alphorn_arith::{Linear, Optimum, OutOfBudget, Rational, Relation, Row, Simplex};
use std::{borrow::Cow, collections::BTreeMap};

/// What the columns of the half-space stand for at one place, in their order.
pub type Place = Vec<Affine>;

/// `rows ∧ h(premise) ∧ … ⇒ h(conclusion)`, or `⇒ false` without a conclusion.
pub struct Implication<'a> {
    /// What holds anyway.
    pub rows: Cow<'a, [Row]>,
    /// Where the half-space is assumed.
    pub premises: Vec<Place>,
    /// Where it must follow.
    pub conclusion: Option<Place>,
}

/// Demands on a half-space over a number of columns.
pub struct Program<'a> {
    /// Number of columns that the half-space may use.
    pub width: usize,
    /// Whether the half-space is `c·x < d`.
    pub strict: bool,
    /// The demands.
    pub implications: Vec<Implication<'a>>,
}

/// A half-space that meets the demands, with the smallest constant for its coefficients.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// One coefficient a column.
    pub coefficients: Vec<Rational>,
    /// The right side.
    pub constant: Rational,
}

impl Program<'_> {
    /// Whether some half-space meets the demands.
    pub fn is_feasible(&self, budget: &Budget) -> Result<bool, OutOfBudget> {
        Ok(Tableau::new(self, budget).simplex.check()?.is_feasible())
    }

    /// A half-space with small coefficients on few columns; `None` if no half-space meets the demands.
    ///
    /// First the sum of the coefficients' sizes is made minimal, for a unit gap; then columns are dropped as long as
    /// others can do without them; then equal sizes of all coefficients are tried.
    pub fn solve(&self, budget: &Budget) -> Result<Option<Solution>, OutOfBudget> {
        let mut tableau = Tableau::new(self, budget);
        match tableau.simplex.minimise(&tableau.size())? {
            Optimum::Bounded { .. } => {}
            Optimum::Infeasible(_) | Optimum::Unbounded => return Ok(None),
        }
        let Some(mut coefficients) = tableau.coefficients() else { return Ok(None) };
        tableau.drop_columns(&mut coefficients)?;
        tableau.equalise(&mut coefficients)?;
        for (column, coefficient) in coefficients.iter().enumerate() {
            let form = tableau.coefficient(column, &Rational::ONE);
            tableau.simplex.add(Row::eq(Linear::new(form), coefficient.clone()));
        }
        Ok(match tableau.simplex.minimise(&Linear::column(tableau.constant()))? {
            Optimum::Bounded { value, .. } => Some(Solution { coefficients, constant: value }),
            // The constant may be as small as one likes only if no prefix is above it; any will do.
            Optimum::Unbounded => tableau.value(tableau.constant()).map(|constant| Solution { coefficients, constant }),
            Optimum::Infeasible(_) => None,
        })
    }
}

/// The unknowns: a positive and a negative part of each coefficient, the constant, and multipliers.
pub(super) struct Tableau {
    /// The demands so far.
    pub simplex: Simplex,
    width: usize,
    unknowns: usize,
}

impl Tableau {
    pub fn new(program: &Program, budget: &Budget) -> Self {
        let mut simplex = Simplex::new();
        simplex.limit(budget.stop.clone(), Some(budget.pivots));
        let mut tableau = Tableau { simplex, width: program.width, unknowns: 2 * program.width + 1 };
        for part in 0..2 * program.width {
            tableau.simplex.add(Row::ge(Linear::column(part), 0));
        }
        for implication in &program.implications {
            tableau.demand(implication, program.strict);
        }
        tableau
    }

    /// The unknown that is the constant.
    pub fn constant(&self) -> usize {
        2 * self.width
    }

    /// A multiple of a coefficient, as unknowns with weights.
    pub fn coefficient(&self, column: usize, factor: &Rational) -> [(usize, Rational); 2] {
        [(2 * column, factor.clone()), (2 * column + 1, -factor)]
    }

    /// The sum of the coefficients' sizes.
    pub fn size(&self) -> Linear {
        Linear::new((0..2 * self.width).map(|part| (part, 1)))
    }

    fn value(&self, unknown: usize) -> Option<Rational> {
        Some(self.simplex.model()?.get(unknown).cloned().unwrap_or_default())
    }

    /// The half-space of the last point that was found.
    pub fn solution(&self) -> Option<Solution> {
        Some(Solution { coefficients: self.coefficients()?, constant: self.value(self.constant())? })
    }

    fn coefficients(&self) -> Option<Vec<Rational>> {
        let model = self.simplex.model()?;
        let at = |unknown: usize| model.get(unknown).cloned().unwrap_or_default();
        Some((0..self.width).map(|column| at(2 * column) - at(2 * column + 1)).collect())
    }

    fn demand(&mut self, implication: &Implication, strict: bool) {
        let mut places: Vec<Place> = implication.premises.iter().chain(&implication.conclusion).cloned().collect();
        let rows = solve_equations(&implication.rows, &mut places);
        // The left sides must cancel in every column, and the right sides add up to what is demanded.
        let mut balance: BTreeMap<usize, Vec<(usize, Rational)>> = BTreeMap::new();
        let mut total: Vec<(usize, Rational)> = Vec::new();
        for (at, place) in places.iter().enumerate() {
            let sign = if at < implication.premises.len() { Rational::ONE } else { Rational::MINUS_ONE };
            for (column, (form, constant)) in place.iter().enumerate() {
                for (target, coefficient) in form.terms() {
                    balance.entry(*target).or_default().extend(self.coefficient(column, &(coefficient * &sign)));
                }
                total.extend(self.coefficient(column, &-(constant * &sign)));
            }
            total.push((self.constant(), sign));
        }
        let mut strict_multipliers = Vec::new();
        for row in &rows {
            let multiplier = self.multiplier(row.relation != Relation::Eq);
            for (target, coefficient) in row.coeffs.terms() {
                balance.entry(*target).or_default().push((multiplier, coefficient.clone()));
            }
            total.push((multiplier, row.rhs.clone()));
            if row.relation == Relation::Lt {
                strict_multipliers.push((multiplier, Rational::ONE));
            }
        }
        for cancelled in balance.into_values() {
            self.simplex.add(Row::eq(Linear::new(cancelled), 0));
        }
        let strict_premise = strict && !implication.premises.is_empty();
        let strict_conclusion = strict || implication.conclusion.is_none();
        if strict_premise || !strict_conclusion {
            self.simplex.add(Row::le(Linear::new(total), 0));
        } else {
            // The sum must be strict: by a unit gap, or by the multiplier of a strict row, or partly by either.
            let slack = self.multiplier(true);
            total.push((slack, Rational::ONE));
            strict_multipliers.push((slack, Rational::ONE));
            self.simplex.add(Row::le(Linear::new(total), 0));
            self.simplex.add(Row::ge(Linear::new(strict_multipliers), 1));
        }
    }

    fn multiplier(&mut self, non_negative: bool) -> usize {
        let unknown = self.unknowns;
        self.unknowns += 1;
        if non_negative {
            self.simplex.add(Row::ge(Linear::column(unknown), 0));
        }
        unknown
    }

    /// Fixes coefficients to 0, those of smallest size first, while there is a solution.
    fn drop_columns(&mut self, coefficients: &mut Vec<Rational>) -> Result<(), OutOfBudget> {
        let mut order: Vec<usize> = (0..self.width).collect();
        order.sort_by_key(|column| coefficients[*column].abs());
        for column in order {
            let form = Linear::new(self.coefficient(column, &Rational::ONE));
            let zero = self.simplex.add(Row::eq(form, 0));
            if coefficients[column].is_zero() {
                continue;
            }
            if self.simplex.check()?.is_feasible() {
                if let Some(found) = self.coefficients() {
                    *coefficients = found;
                }
            } else {
                self.simplex.remove(zero);
            }
        }
        Ok(())
    }

    /// Makes all coefficients of one size if there is a solution with the same signs.
    fn equalise(&mut self, coefficients: &mut Vec<Rational>) -> Result<(), OutOfBudget> {
        let used: Vec<usize> = (0..self.width).filter(|column| !coefficients[*column].is_zero()).collect();
        let Some((first, others)) = used.split_first() else { return Ok(()) };
        if others.iter().all(|column| coefficients[*column].abs() == coefficients[*first].abs()) {
            return Ok(());
        }
        let sign = |column: &usize| if coefficients[*column].is_negative() { -1 } else { 1 };
        self.simplex.push();
        for column in others {
            let mut difference: Vec<(usize, Rational)> =
                self.coefficient(*column, &Rational::from(sign(column))).into();
            difference.extend(self.coefficient(*first, &Rational::from(-sign(first))));
            self.simplex.add(Row::eq(Linear::new(difference), 0));
        }
        let positive = Linear::new(self.coefficient(*first, &Rational::from(sign(first))));
        self.simplex.add(Row::gt(positive, 0));
        let verdict = self.simplex.check();
        let found =
            if verdict.as_ref().is_ok_and(|verdict| verdict.is_feasible()) { self.coefficients() } else { None };
        self.simplex.pop();
        verdict?;
        if let Some(found) = found {
            *coefficients = found;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(width: usize) -> Place {
        (0..width).map(|column| (Linear::column(column), Rational::ZERO)).collect()
    }

    fn cube(width: usize, rows: Vec<Row>) -> Implication<'static> {
        Implication { rows: rows.into(), premises: vec![], conclusion: Some(place(width)) }
    }

    fn refuted(width: usize, rows: Vec<Row>) -> Implication<'static> {
        Implication { rows: rows.into(), premises: vec![place(width)], conclusion: None }
    }

    fn solve(width: usize, strict: bool, implications: Vec<Implication>) -> Option<Row> {
        let solution = Program { width, strict, implications }.solve(&Budget::default()).unwrap()?;
        let relation = if strict { Relation::Lt } else { Relation::Le };
        Some(
            Row::new(Linear::new(solution.coefficients.into_iter().enumerate()), relation, solution.constant)
                .primitive(),
        )
    }

    fn point(x: i64, y: i64) -> Vec<Row> {
        vec![Row::eq(Linear::column(0), x), Row::eq(Linear::column(1), y)]
    }

    fn form(x: i64, y: i64) -> Linear {
        Linear::new([(0, x), (1, y)])
    }

    #[test]
    fn one_half_space_covers_several_cubes() {
        let suffix = refuted(2, vec![Row::ge(form(1, 0), 3), Row::le(form(0, 1), 1)]);
        let cubes = [point(0, 0), point(1, 1), point(2, 2)].map(|rows| cube(2, rows));
        let h = solve(2, false, cubes.into_iter().chain([suffix]).collect()).unwrap();
        assert_eq!(h.to_string(), "x0 ≤ 2", "one column is enough");
        let suffix = refuted(2, vec![Row::gt(form(1, -1), 0)]);
        let cubes = [point(0, 0), point(1, 1), point(2, 5)].map(|rows| cube(2, rows));
        let h = solve(2, false, cubes.into_iter().chain([suffix]).collect()).unwrap();
        assert_eq!(h.to_string(), "x0 - x1 ≤ 0");
    }

    #[test]
    fn there_may_be_no_half_space() {
        let suffix = || refuted(2, point(1, 1));
        assert_eq!(solve(2, false, vec![cube(2, point(0, 0)), cube(2, point(2, 2)), suffix()]), None);
        assert!(solve(2, false, vec![cube(2, point(0, 0)), suffix()]).is_some());
    }

    #[test]
    fn strict_half_spaces_touch_the_suffix() {
        let demands =
            || vec![cube(1, vec![Row::lt(Linear::column(0), 0)]), refuted(1, vec![Row::ge(Linear::column(0), 0)])];
        assert_eq!(solve(1, false, demands()), None);
        assert_eq!(solve(1, true, demands()).unwrap().to_string(), "x0 < 0");
        let closed =
            vec![cube(1, vec![Row::le(Linear::column(0), 0)]), refuted(1, vec![Row::ge(Linear::column(0), 0)])];
        assert_eq!(solve(1, true, closed), None);
    }

    #[test]
    fn induction_chooses_among_half_spaces() {
        // From (0, 0), both count up together; the suffix has x ≥ 5 and y ≤ 3.
        let step = Implication {
            rows: vec![].into(),
            premises: vec![place(2)],
            conclusion: Some(vec![(Linear::column(0), Rational::ONE), (Linear::column(1), Rational::ONE)]),
        };
        let suffix = refuted(2, vec![Row::ge(form(1, 0), 5), Row::le(form(0, 1), 3)]);
        let h = solve(2, false, vec![cube(2, point(0, 0)), suffix, step]).unwrap();
        assert_eq!(h.to_string(), "x0 - x1 ≤ 0");
    }

    #[test]
    fn equal_sizes_are_preferred() {
        // x + 2y ≤ 0 and 2x + y ≤ 0 separate as well as x + y ≤ 0 does.
        let prefix = cube(2, vec![Row::le(form(1, 2), 0), Row::le(form(2, 1), 0)]);
        let suffix = refuted(2, vec![Row::ge(form(3, 4), 1), Row::ge(form(4, 3), 1)]);
        assert_eq!(solve(2, false, vec![prefix, suffix]).unwrap().to_string(), "x0 + x1 ≤ 0");
    }
}
