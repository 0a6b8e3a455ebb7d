//! Solving equations and congruences for private columns.

use super::{Elimination, Floor, denominator};
use crate::theory::integral::Integral;
use alphorn_arith::{Linear, Rational, Row};

impl Elimination {
    /// Eliminates one private column by an equation that has some.
    pub(super) fn solve(&mut self, row: Row) {
        let private_real = row.coeffs.columns().find(|column| {
            let column = &self.columns[*column];
            column.private && !column.integer
        });
        if let Some(column) = private_real {
            self.solve_for(&row, column);
        } else if self.is_all_integer(&row.coeffs) {
            self.solve_integer(row);
        } else {
            let [integers, rest] = self.split_equation(&row);
            self.rows.push(rest);
            self.solve_integer(integers.primitive());
        }
    }

    /// A congruence with private columns is an equation with one more: the integer that it speaks of.
    pub(super) fn solve_integral(&mut self, integral: Integral) {
        let value = self.value(&integral.form) + &integral.constant;
        let whole = self.add_column(true, true, value);
        let mut coeffs = integral.form;
        coeffs.add_mul(&Rational::MINUS_ONE, &Linear::column(whole));
        self.solve_integer(Row::eq(coeffs, -integral.constant).primitive());
    }

    /// Replaces a column by what an equation says it is.
    fn solve_for(&mut self, row: &Row, column: usize) {
        let mut form = row.coeffs.clone();
        let coefficient = form.coefficient(column);
        form.add_mul(&-&coefficient, &Linear::column(column));
        form.scale(&(Rational::MINUS_ONE / &coefficient));
        self.substitute(column, &form, &(&row.rhs / &coefficient));
    }

    /// Solves an equation with coprime integer coefficients over integer columns.
    fn solve_integer(&mut self, mut row: Row) {
        loop {
            let privates: Vec<(usize, Rational)> =
                row.coeffs.terms().iter().filter(|(column, _)| self.columns[*column].private).cloned().collect();
            let Some((column, least)) = privates.iter().min_by_key(|(_, c)| c.abs()).cloned() else {
                self.rows.push(row);
                return;
            };
            if privates.iter().all(|(_, c)| (c / &least).is_integer()) {
                let shared = row.coeffs.terms().iter().filter(|(column, _)| !self.columns[*column].private);
                let form = Linear::new(shared.map(|(column, c)| (*column, c / &least)));
                self.integrals.push(Integral { form, constant: -(&row.rhs / &least) });
                self.solve_for(&row, column);
                return;
            }
            // The column takes over what is left of the others' coefficients after division by its own.
            let others = privates.iter().filter(|(other, _)| *other != column);
            let shift = Linear::new(others.map(|(other, c)| (*other, nearest(&(c / &least)))));
            let moved = self.value(&shift);
            self.columns[column].value += moved;
            let mut form = Linear::column(column);
            form.add_mul(&Rational::MINUS_ONE, &shift);
            self.substitute(column, &form, &Rational::ZERO);
            super::replace(&mut row.coeffs, column, &form, &Rational::ZERO);
        }
    }

    /// `integers + reals = rhs` as `integers = floor(rhs - reals)`, and that this floor loses nothing.
    fn split_equation(&mut self, row: &Row) -> [Row; 2] {
        let Split { mut integers, mut reals, rhs } = self.split(row);
        let mut rest = reals.clone();
        rest.scale(&Rational::MINUS_ONE);
        let floor = self.add_floor(rest, rhs.clone());
        integers.add_mul(&Rational::MINUS_ONE, &Linear::column(floor));
        reals.add_mul(&Rational::ONE, &Linear::column(floor));
        [Row::eq(integers, Rational::ZERO), Row::eq(reals, rhs)]
    }

    /// Separates the integer columns of a row from its real ones.
    pub(super) fn split(&self, row: &Row) -> Split {
        let integers = row.coeffs.terms().iter().filter(|(column, _)| self.columns[*column].integer);
        let factor = denominator(integers.map(|(_, c)| c));
        let part = |integer: bool| {
            let terms = row.coeffs.terms().iter().filter(|(column, _)| self.columns[*column].integer == integer);
            Linear::new(terms.map(|(column, c)| (*column, c * &factor)))
        };
        Split { integers: part(true), reals: part(false), rhs: &row.rhs * &factor }
    }

    /// A shared column for the greatest integer that is not above a form plus a constant.
    pub(super) fn add_floor(&mut self, form: Linear, constant: Rational) -> usize {
        let value = (self.value(&form) + &constant).floor();
        let column = self.add_column(true, false, value);
        self.floors.push(Floor { column, form, constant });
        column
    }
}

/// A row `integers + reals R rhs`; the integer columns have integer coefficients.
pub(super) struct Split {
    pub integers: Linear,
    pub reals: Linear,
    pub rhs: Rational,
}

/// The nearest integer.
fn nearest(number: &Rational) -> Rational {
    let two = Rational::from(2);
    ((number * &two + Rational::ONE) / two).floor()
}
