//! Certificates of infeasibility that check by plain addition.

use super::{Rational, Row, content, simplex::ConstraintId};

/// Multipliers on constraints whose weighted sum has no point: `0 ≤ c` with `c < 0`, `0 < c` with `c ≤ 0`, or
/// `0 = c` with `c ≠ 0`. Inequalities have positive multipliers, equations any but 0.
///
/// Those of [`super::Simplex`] are coprime integers sorted by constraint, and irreducible: without any one of the
/// constraints, the others are feasible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Farkas {
    /// Each constraint that takes part, with its multiplier.
    pub multipliers: Vec<(ConstraintId, Rational)>,
}

impl Farkas {
    /// Scales the multipliers to coprime integers and sorts them.
    pub(super) fn new(mut multipliers: Vec<(ConstraintId, Rational)>) -> Self {
        let unit = content(multipliers.iter().map(|(_, multiplier)| multiplier));
        if !unit.is_zero() && !unit.is_one() {
            multipliers.iter_mut().for_each(|(_, multiplier)| *multiplier /= &unit);
        }
        multipliers.sort_unstable_by_key(|&(id, _)| id);
        Farkas { multipliers }
    }

    /// The weighted sum of those constraints for which `row` answers: with only the rows of one side of a
    /// conflict, this is the half-space between the sides. `None` when a multiplier has the wrong sign.
    pub fn sum<'a>(&'a self, row: impl Fn(ConstraintId) -> Option<&'a Row>) -> Option<Row> {
        Row::weighted_sum(self.multipliers.iter().filter_map(|(id, multiplier)| Some((row(*id)?, multiplier))))
    }

    /// Whether it proves the given rows infeasible.
    pub fn check<'a>(&'a self, row: impl Fn(ConstraintId) -> Option<&'a Row>) -> bool {
        self.multipliers.iter().all(|(id, _)| row(*id).is_some())
            && self.sum(row).is_some_and(|sum| sum.truth() == Some(false))
    }
}
