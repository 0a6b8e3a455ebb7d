//! Variables with their values and bounds.

use super::{ConstraintId, estimate::estimate, int::Int, tableau::Var};
use crate::{DeltaRational, Rational};

/// A bound and the constraint that sets it.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub value: DeltaRational,
    pub by: ConstraintId,
    pub estimate: f64,
}

impl Bound {
    pub fn new(value: DeltaRational, by: ConstraintId) -> Self {
        Bound { estimate: estimate(&value.real), value, by }
    }
}

/// The state of a variable.
#[derive(Clone, Debug, Default)]
pub(super) struct Variable {
    /// The exact value; out of date for basic forms, see `Core::value`.
    pub value: DeltaRational,
    pub estimate: f64,
    pub lower: Option<Bound>,
    pub upper: Option<Bound>,
    /// The length of the form's vector of coefficients, by which distances are measured.
    pub norm: f64,
    /// The columns that a form adds up, with integer coefficients and their estimates; empty for columns.
    pub form: Vec<(Var, Int, f64)>,
    pub kind: Kind,
}

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Kind {
    #[default]
    Column,
    BasicForm,
    NonbasicForm,
    /// Not in use.
    Free,
}

/// A direction in which a variable moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Up,
    Down,
}

impl Direction {
    /// The direction of `coefficient · x` when `x` moves this way.
    pub fn times(self, negative_coefficient: bool) -> Self {
        match (self, negative_coefficient) {
            (direction, false) => direction,
            (Direction::Up, true) => Direction::Down,
            (Direction::Down, true) => Direction::Up,
        }
    }

    /// The weight of a bound in the way of this direction: positive for upper ones.
    pub fn unit(self) -> Rational {
        match self {
            Direction::Up => Rational::ONE,
            Direction::Down => Rational::MINUS_ONE,
        }
    }
}

impl Variable {
    /// Becomes the value of a form over columns.
    pub fn become_form(&mut self, form: Vec<(Var, Int)>) {
        let with_estimate = |(column, coefficient): (Var, Int)| {
            let near = estimate(&Rational::from(&coefficient));
            (column, coefficient, near)
        };
        self.form = form.into_iter().map(with_estimate).collect();
        self.norm = self.form.iter().map(|(_, _, coefficient)| coefficient * coefficient).sum::<f64>().sqrt();
        self.kind = Kind::BasicForm;
    }

    /// The bound in the way of a direction.
    pub fn limit(&self, direction: Direction) -> Option<&Bound> {
        match direction {
            Direction::Up => self.upper.as_ref(),
            Direction::Down => self.lower.as_ref(),
        }
    }

    /// Whether it has a bound.
    pub fn is_bounded(&self) -> bool {
        self.lower.is_some() || self.upper.is_some()
    }

    /// The bound that a value violates, and the direction towards it.
    pub fn violated_at(&self, value: &DeltaRational) -> Option<(Direction, &Bound)> {
        let below = self.lower.as_ref().filter(|bound| *value < bound.value).map(|bound| (Direction::Up, bound));
        below.or_else(|| self.upper.as_ref().filter(|bound| *value > bound.value).map(|bound| (Direction::Down, bound)))
    }

    /// Both bounds, if no value is within them.
    pub fn clash(&self) -> Option<(&Bound, &Bound)> {
        let (lower, upper) = (self.lower.as_ref()?, self.upper.as_ref()?);
        (lower.value > upper.value).then_some((lower, upper))
    }

    /// Whether it is a form without terms, which is always 0.
    pub fn is_zero_form(&self) -> bool {
        self.kind != Kind::Column && self.form.is_empty()
    }

    /// Moves by `step`.
    pub fn shift(&mut self, step: &DeltaRational) {
        self.value += step;
        self.estimate = estimate(&self.value.real);
    }

    /// The columns of a form with its coefficients.
    pub fn form(&self) -> impl Iterator<Item = (Var, &Int)> {
        self.form.iter().map(|(column, coefficient, _)| (*column, coefficient))
    }

    /// A distance from a bound as one in the space of columns.
    pub fn distance(&self, difference: f64) -> f64 {
        if self.form.is_empty() { difference } else { difference / self.norm }
    }

    /// Whether it is a form that other variables determine.
    pub fn is_basic_form(&self) -> bool {
        self.kind == Kind::BasicForm
    }
}
