//! Turns of those that work beside another engine, each within a share of the time.

use std::time::Duration;

/// A turn is at least so long.
const LEAST: Duration = Duration::from_millis(50);

/// When somebody goes on, and for how long. Times are those of a clock that only the work moves.
pub(super) struct Turns {
    /// One part in so many of the time.
    share: u32,
    start: Duration,
    spent: Duration,
    least: Duration,
}

impl Turns {
    /// The share counts from now on.
    pub fn new(share: u32, now: Duration) -> Self {
        Turns { share, start: now, spent: Duration::ZERO, least: LEAST }
    }

    /// The time that is due, if it is enough for a turn.
    pub fn due(&self, now: Duration) -> Option<Duration> {
        (now.saturating_sub(self.start) / self.share).checked_sub(self.spent).filter(|&due| due >= self.least)
    }

    /// A turn took a time. If it came to nothing, the next one is longer.
    pub fn note(&mut self, time: Duration, fruitful: bool) {
        self.spent += time;
        self.least = if fruitful { LEAST } else { LEAST.max(2 * time) };
    }

    /// The time of all turns.
    pub fn spent(&self) -> Duration {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_keep_to_their_share_and_are_longer_after_one_in_vain() {
        let at = |milliseconds: u64| Duration::from_millis(1000 + milliseconds);
        let [short, long] = [200, 400].map(Duration::from_millis);
        let mut turns = Turns::new(4, at(0));
        assert_eq!(turns.due(at(100)), None, "too short for a turn");
        assert_eq!(turns.due(at(800)), Some(short));
        turns.note(short, true);
        assert_eq!(turns.due(at(900)), None, "its share is spent");
        assert_eq!(turns.due(at(1600)), Some(short));
        turns.note(short, false);
        assert_eq!(turns.due(at(2800)), None, "as long as before would be in vain, too");
        assert_eq!(turns.due(at(3200)), Some(long));
        assert_eq!(turns.spent(), long);
    }
}
