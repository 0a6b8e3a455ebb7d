//! How long a call may run, and when it has to play safe.

use super::{OutOfBudget, core::Core};

/// Counts the exchanges of one call, and says when to stop trusting the fast rule.
pub(super) struct Pace {
    pivots: u64,
    bland_after: u64,
}

impl Core {
    /// Starts counting.
    pub fn pace(&self) -> Pace {
        Pace { pivots: 0, bland_after: self.variables.len() as u64 + 20 }
    }

    /// Counts an exchange; fails when there may be no more.
    pub fn count(&self, pace: &mut Pace) -> Result<(), OutOfBudget> {
        pace.pivots += 1;
        let spent = self.pivot_limit.is_some_and(|limit| pace.pivots >= limit);
        if spent || self.stop.is_stopped() { Err(OutOfBudget) } else { Ok(()) }
    }
}

impl Pace {
    /// Whether to choose by smallest index, which cannot cycle.
    pub fn bland(&self) -> bool {
        self.pivots > self.bland_after
    }
}
