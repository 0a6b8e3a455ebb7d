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

    /// Notes whether it worked.
    pub fn note(&mut self, worked: bool) {
        if worked {
            *self = Patience::default();
        } else {
            self.failures = (self.failures + 1).min(MOST_FAILURES);
            self.sit_out = 1 << self.failures;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_in_a_row_costs_twice_as_many_chances() {
        let mut patience = Patience::default();
        let sat_out = |patience: &mut Patience| (0..).take_while(|_| !patience.try_again()).count();
        assert_eq!(sat_out(&mut patience), 0);
        patience.note(false);
        assert_eq!(sat_out(&mut patience), 1);
        patience.note(false);
        assert_eq!(sat_out(&mut patience), 3);
        patience.note(true);
        assert_eq!(sat_out(&mut patience), 0);
    }
}
