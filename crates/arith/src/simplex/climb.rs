//! The primal steps: from values within all bounds to the best ones.

use super::{
    OutOfBudget,
    core::{Core, Weights},
    tableau::Var,
    variable::Direction,
};
use crate::{DeltaRational, Rational};

/// How the search for the best value of a variable ended.
#[derive(Debug)]
pub(super) enum Extreme {
    Unbounded,
    At(Weights),
}

/// What stops a move first: how far it goes until then, and the variable.
struct Blocker {
    step: DeltaRational,
    var: Var,
}

impl Core {
    /// Moves within the bounds, which hold already, to where `goal` is furthest in `direction`.
    pub fn climb(&mut self, goal: Var, direction: Direction) -> Result<Extreme, OutOfBudget> {
        let mut pace = self.pace();
        loop {
            let (var, towards) = if self.is_basic(goal) {
                let equation = self.equation(goal);
                let Some(place) = self.choose_entering(&equation, direction, pace.bland()) else {
                    let mut weights = self.weigh_terms(&equation, direction);
                    let denominator = Rational::from(&equation.denominator);
                    weights.iter_mut().for_each(|(_, weight)| *weight /= &denominator);
                    return Ok(Extreme::At(weights));
                };
                let (var, coefficient) = &equation.terms[place];
                (*var, direction.times(coefficient.is_negative()))
            } else {
                match self.variables[goal as usize].limit(direction) {
                    Some(bound) if !self.can_move(goal, direction) => {
                        return Ok(Extreme::At(vec![(bound.by, direction.unit())]));
                    }
                    _ => (goal, direction),
                }
            };
            let Some(blocker) = self.first_blocker(var, towards) else { return Ok(Extreme::Unbounded) };
            self.shift(var, &blocker.step);
            if blocker.var != var {
                self.exchange(blocker.var, var);
            }
            self.count(&mut pace)?;
        }
    }

    /// What stops a nonbasic variable first on its way; of several at once the smallest index.
    fn first_blocker(&self, var: Var, direction: Direction) -> Option<Blocker> {
        // How fast each variable moves with this one.
        let mut rates = vec![Rational::ZERO; self.variables.len()];
        rates[var as usize] = Rational::ONE;
        for (column, coefficient, denominator) in self.tableau.dependents(var) {
            rates[column as usize] = coefficient.over(denominator);
        }
        let mut first: Option<Blocker> = None;
        for (at, variable) in self.variables.iter().enumerate() {
            if !variable.is_bounded() {
                continue;
            }
            if variable.is_basic_form() {
                rates[at] = variable.form().map(|(column, c)| Rational::from(c) * &rates[column as usize]).sum();
            }
            if rates[at].is_zero() {
                continue;
            }
            if let Some(bound) = variable.limit(direction.times(rates[at].is_negative())) {
                let step = (&bound.value - &self.value(at as Var)).divided_by(&rates[at]);
                let is_shorter = |other: &Blocker| match direction {
                    Direction::Up => step < other.step,
                    Direction::Down => step > other.step,
                };
                if first.as_ref().is_none_or(is_shorter) {
                    first = Some(Blocker { step, var: at as Var });
                }
            }
        }
        first
    }
}
