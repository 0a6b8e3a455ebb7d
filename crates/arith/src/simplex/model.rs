//! From values with infinitesimals to a rational point.

use super::{Simplex, tableau::Var};
use crate::Rational;

impl Simplex {
    /// A point that satisfies every active constraint, strict ones included, indexed by column. `None` unless the last
    /// check, with no constraint put in force since that the point violates, found the system feasible.
    pub fn model(&self) -> Option<Vec<Rational>> {
        if !self.feasible {
            return None;
        }
        let epsilon = (0..self.core.variables.len() as Var).fold(Rational::ONE, |e, var| self.shrink_to_fit(e, var));
        let value = |var: &Option<Var>| var.map_or(Rational::ZERO, |var| self.core.value(var).at(&epsilon));
        Some(self.columns.iter().map(value).collect())
    }

    /// An ε not above `epsilon` for which the variable is within its bounds, and strictly so where it was
    /// infinitesimally.
    fn shrink_to_fit(&self, epsilon: Rational, var: Var) -> Rational {
        let variable = &self.core.variables[var as usize];
        if !variable.is_bounded() {
            return epsilon;
        }
        let value = self.core.value(var);
        let above = variable.lower.as_ref().map(|bound| &value - &bound.value);
        let below = variable.upper.as_ref().map(|bound| &bound.value - &value);
        [above, below].into_iter().flatten().fold(epsilon, |epsilon, gap| match gap.infinitesimal.is_negative() {
            true => epsilon.min(&gap.real / (gap.infinitesimal * Rational::from(-2))),
            false => epsilon,
        })
    }
}
