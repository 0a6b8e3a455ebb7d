//! The bounded simplex on tableau variables: values, bounds, and the steps that restore or improve them.

use super::{
    ConstraintId, OutOfBudget,
    tableau::{Tableau, Var},
};
use crate::{
    arith::{DeltaRational, Rational},
    stop::Stop,
};
use std::cmp::Ordering;

/// A bound and the constraint that sets it.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub value: DeltaRational,
    pub by: ConstraintId,
}

/// The state of a tableau variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Variable {
    pub value: DeltaRational,
    pub lower: Option<Bound>,
    pub upper: Option<Bound>,
}

/// A direction in which a variable moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Up,
    Down,
}

/// Bounds with the weights that make them a certificate: positive for an upper bound, negative for a lower one.
pub(super) type Weights = Vec<(ConstraintId, Rational)>;

/// How the search for the best value of a variable ended.
#[derive(Debug)]
pub(super) enum Extreme {
    Unbounded,
    At(Weights),
}

/// Tableau, bounds and an assignment. Between calls the values satisfy the tableau; nonbasic variables are within
/// their bounds unless they are listed in `unsettled`.
#[derive(Clone, Debug, Default)]
pub(super) struct Core {
    pub tableau: Tableau,
    pub variables: Vec<Variable>,
    pub unsettled: Vec<Var>,
    pub stop: Stop,
    /// How many exchanges one call may make.
    pub pivot_limit: Option<u64>,
}

impl Direction {
    /// The weight of a bound in the way of this direction: positive for upper ones.
    fn unit(self) -> Rational {
        match self {
            Direction::Up => Rational::ONE,
            Direction::Down => Rational::MINUS_ONE,
        }
    }

    /// The direction of `coefficient · x` when `x` moves this way.
    fn times(self, coefficient: &Rational) -> Self {
        match (self, coefficient.is_negative()) {
            (d, false) => d,
            (Direction::Up, true) => Direction::Down,
            (Direction::Down, true) => Direction::Up,
        }
    }

    /// Which of two steps this way is shorter.
    fn compare(self, a: &DeltaRational, b: &DeltaRational) -> Ordering {
        match self {
            Direction::Up => a.cmp(b),
            Direction::Down => b.cmp(a),
        }
    }
}

impl Variable {
    /// The bound in the way of a direction.
    fn limit(&self, direction: Direction) -> Option<&Bound> {
        match direction {
            Direction::Up => self.upper.as_ref(),
            Direction::Down => self.lower.as_ref(),
        }
    }

    fn can_move(&self, direction: Direction) -> bool {
        self.limit(direction).is_none_or(|bound| match direction {
            Direction::Up => self.value < bound.value,
            Direction::Down => self.value > bound.value,
        })
    }

    /// The violated bound and the direction towards it.
    pub fn violated(&self) -> Option<(Direction, &Bound)> {
        let below = self.lower.as_ref().filter(|bound| self.value < bound.value).map(|bound| (Direction::Up, bound));
        below.or_else(|| {
            self.upper.as_ref().filter(|bound| self.value > bound.value).map(|bound| (Direction::Down, bound))
        })
    }

    /// Whether no value is within both bounds.
    fn clashes(&self) -> bool {
        matches!((&self.lower, &self.upper), (Some(lower), Some(upper)) if lower.value > upper.value)
    }
}

/// Counts the exchanges of one call, and says when to stop trusting the fast rule.
struct Pace {
    pivots: u64,
    bland_after: u64,
}

impl Core {
    /// A fresh nonbasic variable, free and at 0.
    pub fn add_variable(&mut self) -> Var {
        self.variables.push(Variable::default());
        self.tableau.add_variable()
    }

    /// Makes a fresh variable the value of a form over others.
    pub fn define(&mut self, var: Var, form: &[(Var, Rational)]) {
        let mut value = DeltaRational::default();
        for (part, coefficient) in form {
            value.add_mul(coefficient, &self.variables[*part as usize].value);
        }
        self.variables[var as usize].value = value;
        self.tableau.define(var, form.iter().map(|(part, c)| (*part, c)));
    }

    /// Takes a variable without bounds out of the tableau.
    pub fn undefine(&mut self, var: Var) {
        if self.tableau.row_of(var).is_none() {
            let shortest = self.tableau.occurrences(var).iter().copied();
            let Some(at) = shortest.min_by_key(|at| self.tableau.entries(at.row).len()) else { return };
            self.unsettled.extend(self.tableau.basic(at.row));
            self.tableau.pivot(at.row, at.place);
        }
        if let Some(row) = self.tableau.row_of(var) {
            self.tableau.undefine(row);
        }
    }

    /// Finds values within all bounds, or the weights of bounds that contradict each other.
    pub fn restore(&mut self) -> Result<Option<Weights>, OutOfBudget> {
        if let Some(clash) = self.settle() {
            return Ok(Some(clash));
        }
        let mut pace = self.pace();
        while let Some((row, direction, target)) = self.choose_violated(pace.bland()) {
            let Some(place) = self.choose_entering(row, direction, pace.bland()) else {
                return Ok(Some(self.explain(row, direction)));
            };
            self.move_basic(row, place, &target);
            self.count(&mut pace)?;
        }
        Ok(None)
    }

    /// Brings nonbasic variables within changed bounds, or explains why one cannot be.
    fn settle(&mut self) -> Option<Weights> {
        // The form without terms is left out: a single bound contradicts it.
        let free = |var: &Var| self.tableau.row_of(*var).is_none_or(|row| !self.tableau.entries(row).is_empty());
        let unsettled = self.unsettled.iter().copied().filter(free);
        let clash = unsettled.map(|var| &self.variables[var as usize]).find(|variable| variable.clashes());
        if let Some(Variable { lower: Some(lower), upper: Some(upper), .. }) = clash {
            return Some(vec![(lower.by, Rational::MINUS_ONE), (upper.by, Rational::ONE)]);
        }
        while let Some(var) = self.unsettled.pop() {
            if self.tableau.row_of(var).is_none() {
                let variable = &self.variables[var as usize];
                if let Some((_, bound)) = variable.violated() {
                    let step = &bound.value - &variable.value;
                    self.shift(var, &step);
                }
            }
        }
        None
    }

    /// A row whose basic variable is out of its bounds, the way back and where to: the furthest out, or under
    /// Bland's rule the one of the smallest index.
    fn choose_violated(&self, bland: bool) -> Option<(u32, Direction, DeltaRational)> {
        let mut chosen: Option<(u32, Var, Direction, &Bound, DeltaRational)> = None;
        for (row, var) in self.tableau.rows() {
            let variable = &self.variables[var as usize];
            let Some((direction, bound)) = variable.violated() else { continue };
            let distance = match direction {
                Direction::Up => &bound.value - &variable.value,
                Direction::Down => &variable.value - &bound.value,
            };
            let better = chosen.as_ref().is_none_or(|(_, other, _, _, furthest)| match bland {
                true => var < *other,
                false => distance > *furthest,
            });
            if better {
                chosen = Some((row, var, direction, bound, distance));
            }
        }
        chosen.map(|(row, _, direction, bound, _)| (row, direction, bound.value.clone()))
    }

    /// The place in a row of a nonbasic variable whose move lets the basic one go in `direction`: the one in the
    /// fewest rows, or under Bland's rule the one of the smallest index.
    fn choose_entering(&self, row: u32, direction: Direction, bland: bool) -> Option<u32> {
        let fit = self
            .tableau
            .entries(row)
            .iter()
            .enumerate()
            .filter(|(_, entry)| self.variables[entry.var as usize].can_move(direction.times(&entry.coefficient)));
        let best = fit.min_by_key(|(_, entry)| match bland {
            true => (0, entry.var),
            false => (self.tableau.occurrences(entry.var).len(), entry.var),
        });
        best.map(|(place, _)| place as u32)
    }

    /// Why the basic variable of a row cannot go further in `direction` than the bounds of the row's terms let it:
    /// all those bounds, and the violated one of the basic variable itself.
    fn explain(&self, row: u32, direction: Direction) -> Weights {
        let mut weights = self.weigh_terms(row, direction);
        if let Some(var) = self.tableau.basic(row)
            && let Some((towards, bound)) = self.variables[var as usize].violated()
        {
            weights.push((bound.by, -towards.unit()));
        }
        weights
    }

    /// The bounds that stop the terms of a row from moving it in `direction`.
    fn weigh_terms(&self, row: u32, direction: Direction) -> Weights {
        let sign = direction.unit();
        let terms = self.tableau.entries(row).iter().filter_map(|entry| {
            let limit = self.variables[entry.var as usize].limit(direction.times(&entry.coefficient));
            limit.map(|bound| (bound.by, &entry.coefficient * &sign))
        });
        terms.collect()
    }

    /// Moves the basic variable of `row` to `target` by the term at `place`, and exchanges the two.
    fn move_basic(&mut self, row: u32, place: u32, target: &DeltaRational) {
        let Some(basic) = self.tableau.basic(row) else { return };
        let entry = &self.tableau.entries(row)[place as usize];
        let step = (target - &self.variables[basic as usize].value).divided_by(&entry.coefficient);
        self.shift(entry.var, &step);
        self.tableau.pivot(row, place);
    }

    /// Moves a nonbasic variable by `step`, and what depends on it.
    fn shift(&mut self, var: Var, step: &DeltaRational) {
        self.variables[var as usize].value += step;
        for (_, basic, coefficient) in self.tableau.dependents(var) {
            self.variables[basic as usize].value.add_mul(coefficient, step);
        }
    }

    /// Moves within the bounds, which hold already, to where `goal` is furthest in `direction`.
    pub fn optimise(&mut self, goal: Var, direction: Direction) -> Result<Extreme, OutOfBudget> {
        let mut pace = self.pace();
        loop {
            let (var, towards) = match self.tableau.row_of(goal) {
                None => match self.variables[goal as usize].limit(direction) {
                    Some(bound) if !self.variables[goal as usize].can_move(direction) => {
                        return Ok(Extreme::At(vec![(bound.by, direction.unit())]));
                    }
                    _ => (goal, direction),
                },
                Some(row) => match self.choose_entering(row, direction, pace.bland()) {
                    None => return Ok(Extreme::At(self.weigh_terms(row, direction))),
                    Some(place) => {
                        let entry = &self.tableau.entries(row)[place as usize];
                        (entry.var, direction.times(&entry.coefficient))
                    }
                },
            };
            if !self.push_to_limit(var, towards) {
                return Ok(Extreme::Unbounded);
            }
            self.count(&mut pace)?;
        }
    }

    /// Moves a nonbasic variable as far as all bounds let it, exchanging it with the variable that stops it; false
    /// when nothing does. Of several that stop it at once the smallest index is taken.
    fn push_to_limit(&mut self, var: Var, direction: Direction) -> bool {
        let own = self.variables[var as usize].limit(direction);
        let own_step = own.map(|bound| &bound.value - &self.variables[var as usize].value);
        let mut nearest: Option<(DeltaRational, Var, u32)> = None;
        for at in self.tableau.occurrences(var) {
            let coefficient = &self.tableau.entries(at.row)[at.place as usize].coefficient;
            let Some(basic) = self.tableau.basic(at.row) else { continue };
            let variable = &self.variables[basic as usize];
            let Some(bound) = variable.limit(direction.times(coefficient)) else { continue };
            let step = (&bound.value - &variable.value).divided_by(coefficient);
            let order = nearest.as_ref().map_or(Ordering::Less, |(closest, blocker, _)| {
                direction.compare(&step, closest).then(basic.cmp(blocker))
            });
            if order.is_lt() {
                nearest = Some((step, basic, at.row));
            }
        }
        match (own_step, nearest) {
            (None, None) => return false,
            (Some(own), nearest) if nearest.as_ref().is_none_or(|(step, ..)| direction.compare(&own, step).is_le()) => {
                self.shift(var, &own);
            }
            (_, Some((step, _, row))) => {
                self.shift(var, &step);
                if let Some(at) = self.tableau.occurrences(var).iter().find(|at| at.row == row).copied() {
                    self.tableau.pivot(at.row, at.place);
                }
            }
            (Some(_), None) => {}
        }
        true
    }

    fn pace(&self) -> Pace {
        Pace { pivots: 0, bland_after: 2 * self.tableau.height() as u64 + 20 }
    }

    fn count(&self, pace: &mut Pace) -> Result<(), OutOfBudget> {
        pace.pivots += 1;
        let spent = self.pivot_limit.is_some_and(|limit| pace.pivots >= limit);
        if spent || self.stop.is_stopped() { Err(OutOfBudget) } else { Ok(()) }
    }
}

impl Pace {
    /// Whether to choose by smallest index, which cannot cycle.
    fn bland(&self) -> bool {
        self.pivots > self.bland_after
    }
}
