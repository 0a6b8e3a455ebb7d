//! Turns of those that work beside another engine, each within a share of the time, which is less for who achieves nothing.

use std::time::Duration;

/// A turn is at least so long.
const LEAST: Duration = Duration::from_millis(50);
/// After each turn in vain the share is half of what it was, at most so often.
const MOST_HALVINGS: u32 = 2;

/// When somebody goes on, and for how long. Times are those of a clock that only the work moves.
pub(super) struct Turns {
    /// One part in so many of the time.
    share: u32,
    start: Duration,
    spent: Duration,
    least: Duration,
    /// How many turns in a row came to nothing.
    in_vain: u32,
}

impl Turns {
    /// The share counts from now on.
    pub fn new(share: u32, now: Duration) -> Self {
        Turns { share, start: now, spent: Duration::ZERO, least: LEAST, in_vain: 0 }
    }

    /// The time that is due, if it is enough for a turn.
    pub fn due(&self, now: Duration) -> Option<Duration> {
        let share = self.share << self.in_vain.min(MOST_HALVINGS);
        (now.saturating_sub(self.start) / share).checked_sub(self.spent).filter(|&due| due >= self.least)
    }

    /// A turn took a time. If it came to nothing, the next one is longer, and comes later.
    pub fn note(&mut self, time: Duration, fruitful: bool) {
        self.spent += time;
        self.in_vain = if fruitful { 0 } else { self.in_vain + 1 };
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
    fn turns_keep_to_their_share_and_are_longer_and_fewer_after_one_in_vain() {
        let at = |milliseconds: u64| Duration::from_millis(1000 + milliseconds);
        let [short, long] = [200, 400].map(Duration::from_millis);
        let mut turns = Turns::new(4, at(0));
        assert_eq!(turns.due(at(100)), None, "too short for a turn");
        assert_eq!(turns.due(at(800)), Some(short));
        turns.note(short, true);
        assert_eq!(turns.due(at(900)), None, "its share is spent");
        assert_eq!(turns.due(at(1600)), Some(short));
        turns.note(short, false);
        assert_eq!(turns.due(at(5200)), None, "as long as before would be in vain, too");
        assert_eq!(turns.due(at(6400)), Some(long), "an eighth of the time");
        turns.note(long, true);
        assert_eq!((turns.due(at(6400)), turns.spent()), (Some(2 * long), 2 * long), "a quarter again");
    }
}
