//! How often something is tried that works well for some predicates and is wasted on others.

/// Tried at every chance until it fails; after each failure in a row it sits out twice as many chances.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patience {
    failures: u32,
    sit_out: u32,
}

/// The most chances it sits out are two to this power.
const MOST_FAILURES: u32 = 3;

impl Patience {
    /// Whether this chance is to be taken.
    pub fn try_again(&mut self) -> bool {
        self.sit_out = self.sit_out.saturating_sub(1);
        self.sit_out == 0
    }

    /// It worked.
    pub fn reward(&mut self) {
        *self = Patience::default();
    }

    /// It failed.
    pub fn punish(&mut self) {
        self.failures = (self.failures + 1).min(MOST_FAILURES);
        self.sit_out = 1 << self.failures;
    }
}
