//! Linear objectives.

use super::{ConstraintId, OutOfBudget, Simplex, Verdict, climb::Extreme, variable::Direction};
use crate::{Farkas, Linear, Rational};

/// The largest (or smallest) value of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// The system has no point.
    Infeasible(Farkas),
    /// The form takes values beyond any.
    Unbounded,
    /// The form has a best value.
    Bounded {
        /// The supremum (infimum) of the form.
        value: Rational,
        /// Whether a point takes it; false when a strict constraint is in the way.
        attained: bool,
        /// The proof: the weighted sum of these constraints is `form ≤ value` (for a minimum `-form ≤ -value`),
        /// strict if the value is not attained.
        multipliers: Vec<(ConstraintId, Rational)>,
    },
}

impl Simplex {
    /// The supremum of a form over the active constraints. Afterwards [`Simplex::model`] is a point where the form is
    /// largest, or close to its supremum where that is not attained.
    pub fn maximise(&mut self, objective: &Linear) -> Result<Optimum, OutOfBudget> {
        if let Verdict::Infeasible(farkas) = self.check()? {
            return Ok(Optimum::Infeasible(farkas));
        }
        let (goal, scale) = self.variable_of(objective);
        let direction = if scale.is_negative() { Direction::Down } else { Direction::Up };
        let outcome = self.core.climb(goal, direction);
        let optimum = outcome.map(|extreme| match extreme {
            Extreme::Unbounded => Optimum::Unbounded,
            Extreme::At(weights) => {
                let found = self.core.value(goal);
                let mut multipliers = self.multipliers(weights);
                multipliers.iter_mut().for_each(|(_, multiplier)| *multiplier *= &scale.abs());
                Optimum::Bounded { value: &found.real * &scale, attained: found.infinitesimal.is_zero(), multipliers }
            }
        });
        self.release_if_unused(objective, goal);
        optimum
    }

    /// The infimum of a form over the active constraints, as in [`Simplex::maximise`].
    pub fn minimise(&mut self, objective: &Linear) -> Result<Optimum, OutOfBudget> {
        let mut negated = objective.clone();
        negated.scale(&Rational::MINUS_ONE);
        Ok(match self.maximise(&negated)? {
            Optimum::Bounded { value, attained, multipliers } => {
                Optimum::Bounded { value: -value, attained, multipliers }
            }
            other => other,
        })
    }
}
