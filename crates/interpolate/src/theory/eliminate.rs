//! Exact elimination of columns from a conjunction, guided by a point that satisfies it.
//!
//! The result is a conjunction over the other columns that is true at the point and implies that the eliminated columns have
//! values. It is equivalent to that wherever no choice was needed; where one was, the point decides, among finitely many
//! choices, so that finitely many points cover the whole projection.
//!
//! * An equation over the integers is solved by unimodular changes of its private columns until one of them is left with
//!   a coefficient c, which leaves the congruence that the rest is divisible by c. A congruence with private columns is an
//!   equation with one more of them. So equations and congruences never need a choice.
//! * Inequalities are combined in pairs where that is exact over the integers, or where the point lies in the *dark shadow*,
//!   in which an integer is sure to fit between the bounds. Elsewhere the column is pinned to the bound nearest to the point,
//!   which gives an equation.
//! * Real columns go first. Rows with real and integer columns are then split by the floor of their real part.

mod equations;
mod inequalities;

use super::integral::Integral;
use alphorn_arith::{Linear, Rational, Relation, Row, content, tighten};
use alphorn_run::stop::Stop;
use rustc_hash::{FxHashMap, FxHashSet};

/// A column that stands for the greatest integer that is not above a form over earlier columns plus a constant.
#[derive(Clone, Debug)]
pub struct Floor {
    /// The column.
    pub column: usize,
    /// The form.
    pub form: Linear,
    /// The constant to add.
    pub constant: Rational,
}

/// A column of the conjunction.
#[derive(Clone, Debug)]
pub struct Column {
    /// Whether its values are integers.
    pub integer: bool,
    /// Whether it is to be eliminated.
    pub private: bool,
    /// Its value at the point.
    pub value: Rational,
}

/// A conjunction under elimination.
pub struct Elimination {
    columns: Vec<Column>,
    rows: Vec<Row>,
    integrals: Vec<Integral>,
    floors: Vec<Floor>,
    limit: usize,
    stop: Stop,
}

/// A conjunction without private columns.
pub struct Projected {
    /// Linear constraints.
    pub rows: Vec<Row>,
    /// Congruences.
    pub integrals: Vec<Integral>,
    /// What columns beyond those given stand for, in order.
    pub floors: Vec<Floor>,
}

impl Elimination {
    /// The rows, all true at the columns' values, with at most `limit` constraints on the way.
    pub fn new(columns: Vec<Column>, rows: Vec<Row>, limit: usize, stop: Stop) -> Self {
        Elimination { columns, rows, integrals: Vec::new(), floors: Vec::new(), limit, stop }
    }

    /// Eliminates all private columns; `None` when it grows too large, is stopped, or the point does not satisfy the rows.
    pub fn run(mut self) -> Option<Projected> {
        loop {
            self.tidy()?;
            if self.stop.is_stopped() || self.rows.len() + self.integrals.len() > self.limit {
                return None;
            }
            if let Some(at) =
                self.rows.iter().position(|row| row.relation == Relation::Eq && self.has_private(&row.coeffs))
            {
                let row = self.rows.swap_remove(at);
                self.solve(row);
            } else if let Some(at) = self.integrals.iter().position(|integral| self.has_private(&integral.form)) {
                let integral = self.integrals.swap_remove(at);
                self.solve_integral(integral);
            } else if !self.eliminate_from_inequalities() {
                let Elimination { rows, integrals, floors, .. } = self;
                return Some(Projected { rows, integrals, floors });
            }
        }
    }

    fn has_private(&self, form: &Linear) -> bool {
        form.columns().any(|column| self.columns[column].private)
    }

    fn is_all_integer(&self, form: &Linear) -> bool {
        form.columns().all(|column| self.columns[column].integer)
    }

    fn value(&self, form: &Linear) -> Rational {
        let mut sum = Rational::ZERO;
        form.terms().iter().for_each(|(column, c)| sum.add_mul(c, &self.columns[*column].value));
        sum
    }

    /// How far a row's left side is below its right side at the point.
    fn slack(&self, row: &Row) -> Rational {
        &row.rhs - self.value(&row.coeffs)
    }

    fn add_column(&mut self, integer: bool, private: bool, value: Rational) -> usize {
        self.columns.push(Column { integer, private, value });
        self.columns.len() - 1
    }

    /// Replaces a column everywhere by a form, which may contain it, plus a constant.
    fn substitute(&mut self, column: usize, form: &Linear, constant: &Rational) {
        for row in &mut self.rows {
            let offset = replace(&mut row.coeffs, column, form, constant);
            row.rhs -= offset;
        }
        for integral in &mut self.integrals {
            let offset = replace(&mut integral.form, column, form, constant);
            integral.constant += offset;
        }
    }

    /// Brings all constraints into normal form and drops what is trivial or repeated. `None` when the point does not
    /// satisfy them.
    fn tidy(&mut self) -> Option<()> {
        let mut tightest: FxHashMap<(Linear, bool), usize> = FxHashMap::default();
        let mut rows: Vec<Row> = Vec::with_capacity(self.rows.len());
        for row in std::mem::take(&mut self.rows) {
            let row = tighten(row, |column| self.columns[column].integer)?.primitive();
            if !row.relation.holds(&self.value(&row.coeffs), &row.rhs) {
                return None;
            }
            if row.truth().is_some() {
                continue;
            }
            let key = (row.coeffs.clone(), row.relation == Relation::Eq);
            match tightest.get(&key) {
                Some(&at) if looseness(&rows[at]) <= looseness(&row) => {}
                Some(&at) => rows[at] = row,
                None => {
                    tightest.insert(key, rows.len());
                    rows.push(row);
                }
            }
        }
        self.rows = rows;
        self.integrals = std::mem::take(&mut self.integrals).iter().map(Integral::reduced).collect();
        let mut seen = FxHashSet::default();
        self.integrals.retain(|integral| {
            !(integral.form.is_zero() && integral.constant.is_zero()) && seen.insert(integral.clone())
        });
        let holds = |integral: &Integral| (self.value(&integral.form) + &integral.constant).is_integer();
        self.integrals.iter().all(holds).then_some(())
    }
}

/// Orders inequalities over one form, those that imply others first.
fn looseness(row: &Row) -> (&Rational, bool) {
    (&row.rhs, row.relation == Relation::Le)
}

/// Replaces a column in a form; the constant times the coefficient is returned.
fn replace(form: &mut Linear, column: usize, by: &Linear, constant: &Rational) -> Rational {
    let coefficient = form.coefficient(column);
    if coefficient.is_zero() {
        return Rational::ZERO;
    }
    form.add_mul(&-&coefficient, &Linear::column(column));
    form.add_mul(&coefficient, by);
    coefficient * constant
}

/// The factor that makes the coefficients of some columns integers.
fn denominator<'a>(coefficients: impl Iterator<Item = &'a Rational> + Clone) -> Rational {
    let unit = content(coefficients);
    if unit.is_zero() { Rational::ONE } else { Rational::from(unit.denominator()) }
}
