//! Who tells others what it found does so now and then, since it costs time on both sides.

use super::Store;
use alphorn_run::clock::thread_time;
use std::time::Duration;

/// The time of the processor between two times.
const PAUSE: Duration = Duration::from_millis(300);

/// Knows when it is time to tell others something again.
#[derive(Clone, Debug)]
pub struct Teller {
    store: Option<Store>,
    last: Duration,
}

impl Teller {
    /// Nothing is told yet, and nothing ever if there is no store.
    pub fn new(store: Option<&Store>) -> Self {
        Teller { store: store.cloned(), last: thread_time() }
    }

    /// The store, if it is time.
    pub fn now(&mut self) -> Option<Store> {
        let now = thread_time();
        let store = self.store.clone().filter(|_| now.saturating_sub(self.last) >= PAUSE)?;
        self.last = now;
        Some(store)
    }
}
