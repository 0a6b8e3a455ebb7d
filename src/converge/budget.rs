//! A cap on work that may be left undone.

use crate::stop::Stop;
use std::time::{Duration, Instant};

/// How many calls, and until when.
#[derive(Clone, Debug)]
pub struct Budget {
    calls: u64,
    deadline: Instant,
    stop: Stop,
}

impl Budget {
    /// So many calls in so much time, and none after `stop`.
    pub fn new(calls: u64, time: Duration, stop: &Stop) -> Self {
        Budget { calls, deadline: Instant::now() + time, stop: stop.clone() }
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.calls == 0 || self.stop.is_stopped() || Instant::now() >= self.deadline
    }

    /// Takes a call; whether there was one to take.
    pub fn take(&mut self) -> bool {
        let open = !self.is_spent();
        self.calls -= u64::from(open);
        open
    }
}
