//! From values with infinitesimals to a rational point.

use super::{Simplex, core::Variable};
use crate::arith::Rational;

impl Simplex {
    /// A point that satisfies every active constraint, strict ones included, indexed by column. `None` unless the last
    /// check, with no constraint put in force since that the point violates, found the system feasible.
    pub fn model(&self) -> Option<Vec<Rational>> {
        if !self.feasible {
            return None;
        }
        let epsilon = self.core.variables.iter().fold(Rational::ONE, |epsilon, var| shrink_to_fit(epsilon, var));
        let value =
            |var: &Option<u32>| var.map_or(Rational::ZERO, |v| self.core.variables[v as usize].value.at(&epsilon));
        Some(self.columns.iter().map(value).collect())
    }
}

/// An ε not above `epsilon` for which the variable is within its bounds, and strictly so where it was infinitesimally.
fn shrink_to_fit(epsilon: Rational, variable: &Variable) -> Rational {
    let value = &variable.value;
    let gaps = [variable.lower.as_ref().map(|b| value - &b.value), variable.upper.as_ref().map(|b| &b.value - value)];
    gaps.into_iter().flatten().fold(epsilon, |epsilon, gap| {
        if gap.infinitesimal.is_negative() {
            epsilon.min(&gap.real / (gap.infinitesimal * Rational::from(-2)))
        } else {
            epsilon
        }
    })
}
