//! Systems of equations without integer solution.
//!
//! A system has an integer solution unless some rational combination of its equations has integer coefficients and a
//! fraction on the right side. The part of the first side in this combination has integers at its private columns, so what
//! remains of it says that a form over shared columns is an integer up to a constant: a congruence.

use super::{eliminate::replace, integral::Integral};
use crate::arith::{Linear, Rational, Row};

/// A combination of equations.
struct Equation {
    coeffs: Linear,
    rhs: Rational,
    /// The same combination, of the first side's equations only and over the original columns.
    first: (Linear, Rational),
}

/// The congruence between the two sides of a system of equations over integer columns; `None` when it has a solution, or
/// not even a rational one.
/// It speaks of columns that occur on both sides only.
pub fn separate(first: &[&Row], second: &[&Row]) -> Option<Integral> {
    let equation = |row: &Row, is_first: bool| Equation {
        coeffs: row.coeffs.clone(),
        rhs: row.rhs.clone(),
        first: if is_first { (row.coeffs.clone(), row.rhs.clone()) } else { Default::default() },
    };
    let first = first.iter().map(|row| equation(row, true));
    let mut open: Vec<Equation> = first.chain(second.iter().map(|row| equation(row, false))).collect();
    while let Some(mut equation) = open.pop() {
        // What has no column left is trivial or a contradiction of rationals, which Farkas multipliers explain better.
        let Some((column, coefficient)) = isolate(&mut equation, &mut open) else { continue };
        let inverse = Rational::ONE / &coefficient;
        if !(&equation.rhs * &inverse).is_integer() {
            return Some(equation.scaled(&inverse));
        }
        for other in &mut open {
            let factor = -(other.coeffs.coefficient(column) * &inverse);
            other.add_mul(&factor, &equation);
        }
    }
    None
}

impl Equation {
    fn add_mul(&mut self, factor: &Rational, other: &Equation) {
        self.coeffs.add_mul(factor, &other.coeffs);
        self.rhs.add_mul(factor, &other.rhs);
        self.first.0.add_mul(factor, &other.first.0);
        self.first.1.add_mul(factor, &other.first.1);
    }

    /// What a multiple of the first side's part says modulo integers.
    fn scaled(&self, factor: &Rational) -> Integral {
        let mut form = self.first.0.clone();
        form.scale(factor);
        Integral { form, constant: -(&self.first.1 * factor) }.reduced()
    }
}

/// Changes the columns of all equations, by unimodular steps, until this one has a single column, which is returned with
/// its coefficient; `None` when it has no column.
fn isolate(equation: &mut Equation, open: &mut [Equation]) -> Option<(usize, Rational)> {
    loop {
        let (column, least) = equation.coeffs.terms().iter().min_by_key(|(_, c)| c.abs())?.clone();
        if equation.coeffs.terms().len() == 1 {
            return Some((column, least));
        }
        let others = equation.coeffs.terms().iter().filter(|(other, _)| *other != column);
        let mut change = Linear::new(others.map(|(other, c)| (*other, -(c / &least).floor())));
        change.add_mul(&Rational::ONE, &Linear::column(column));
        for one in open.iter_mut().chain([&mut *equation]) {
            replace(&mut one.coeffs, column, &change, &Rational::ZERO);
        }
    }
}
