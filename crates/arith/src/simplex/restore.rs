//! The dual steps: from values out of bounds to values within, or to a contradiction.

use super::{
    OutOfBudget,
    core::{Core, Weights},
    estimate::Place,
    tableau::{Equation, Var},
    variable::Direction,
};
use crate::Rational;

impl Core {
    /// Finds values within all bounds, or the weights of bounds that contradict each other.
    pub fn restore(&mut self) -> Result<Option<Weights>, OutOfBudget> {
        if let Some(clash) = self.settle() {
            return Ok(Some(clash));
        }
        let mut pace = self.pace();
        while let Some((var, direction)) = self.choose_violated(pace.bland()) {
            let equation = self.equation(var);
            let Some(place) = self.choose_entering(&equation, direction, pace.bland()) else {
                return Ok(Some(self.explain(var, &equation, direction)));
            };
            // The bound towards which the variable moves is the one it violates.
            let bound = self.variables[var as usize].limit(direction.times(true));
            let Some(target) = bound.map(|bound| bound.value.clone()) else { break };
            self.move_basic(var, equation, place, target);
            self.count(&mut pace)?;
        }
        Ok(None)
    }

    /// Brings nonbasic variables within changed bounds, or explains why one cannot be.
    fn settle(&mut self) -> Option<Weights> {
        // The form without terms is left out: a single bound contradicts it.
        let unsettled = self.unsettled.iter().map(|&var| &self.variables[var as usize]);
        if let Some((lower, upper)) = unsettled.filter(|variable| !variable.is_zero_form()).find_map(|v| v.clash()) {
            return Some(vec![(lower.by, Rational::MINUS_ONE), (upper.by, Rational::ONE)]);
        }
        while let Some(var) = self.unsettled.pop() {
            if !self.is_basic(var) {
                let value = self.value(var);
                if let Some((_, bound)) = self.variables[var as usize].violated_at(&value) {
                    let step = &bound.value - &value;
                    self.shift(var, &step);
                }
            }
        }
        None
    }

    /// A basic variable out of its bounds and the way back: about the furthest out, or under Bland's rule the one of the
    /// smallest index.
    fn choose_violated(&self, bland: bool) -> Option<(Var, Direction)> {
        let with_direction = |var| self.violation(var).map(|direction| (var, direction));
        let candidates = (0..self.variables.len() as Var)
            .filter(|var| self.variables[*var as usize].is_bounded() && self.is_basic(*var));
        if bland {
            return candidates.into_iter().find_map(with_direction);
        }
        let mut unsure: Vec<Var> = Vec::new();
        let mut furthest: Option<(f64, Var)> = None;
        for var in candidates {
            match self.place(var) {
                Place::Inside => {}
                Place::Unsure => unsure.push(var),
                Place::Outside(difference) => {
                    let distance = self.variables[var as usize].distance(difference);
                    if furthest.is_none_or(|(other, _)| distance > other) {
                        furthest = Some((distance, var));
                    }
                }
            }
        }
        match furthest {
            Some((_, var)) => with_direction(var),
            None => unsure.into_iter().find_map(with_direction),
        }
    }

    /// The place of a nonbasic variable whose move lets the equation's own variable go in `direction`: the one in the
    /// fewest rows, or under Bland's rule the one of the smallest index.
    pub fn choose_entering(&self, equation: &Equation, direction: Direction, bland: bool) -> Option<usize> {
        let fit = equation
            .terms
            .iter()
            .enumerate()
            .filter(|(_, (var, coefficient))| self.can_move(*var, direction.times(coefficient.is_negative())));
        let best = fit.min_by_key(|(_, (var, _))| match bland {
            true => (0, *var),
            false => (self.tableau.occurrences(*var), *var),
        });
        best.map(|(place, _)| place)
    }

    /// Why the equation's own variable cannot go far enough in `direction`: the bounds of all terms, and its own.
    fn explain(&self, var: Var, equation: &Equation, direction: Direction) -> Weights {
        let mut weights = self.weigh_terms(equation, direction);
        let back = direction.times(true);
        if let Some(bound) = self.variables[var as usize].limit(back) {
            weights.push((bound.by, Rational::from(&equation.denominator) * back.unit()));
        }
        weights
    }

    /// The bounds that stop the terms of an equation from moving its variable in `direction`, weighed so that they
    /// bound `denominator · variable`.
    pub fn weigh_terms(&self, equation: &Equation, direction: Direction) -> Weights {
        let terms = equation.terms.iter().filter_map(|(var, coefficient)| {
            let limit = self.variables[*var as usize].limit(direction.times(coefficient.is_negative()));
            limit.map(|bound| (bound.by, Rational::from(coefficient) * direction.unit()))
        });
        terms.collect()
    }
}
