//! Those that lost: they were told to end, and free what they have while the answer goes its way.

use alphorn_run::{
    clock::{ThreadClock, thread_time},
    stop::{Cause, HookGuard, Stop},
};
use std::{
    sync::{Arc, OnceLock},
    thread::JoinHandle,
    time::Duration,
};

/// Threads that were told to end. They have ended when this is dropped: a program must not end while a thread is in Z3, whose
/// globals are destroyed then.
pub(super) struct Losers(Vec<JoinHandle<Duration>>);

impl Losers {
    /// Tells all who work to end. Once is enough: whoever asks Z3 looks at the token after saying so.
    pub fn new(workers: Vec<JoinHandle<Duration>>, all: &Stop) -> Self {
        all.stop(Cause::Cancelled);
        Losers(workers)
    }

    /// Waits for them; the longest time of the processor that one of them took to end.
    pub fn wait(&mut self) -> Duration {
        self.0.drain(..).filter_map(|worker| worker.join().ok()).max().unwrap_or_default()
    }
}

impl Drop for Losers {
    fn drop(&mut self) {
        let time = self.wait();
        log::info!("those that lost took up to {} ms to end", time.as_millis());
    }
}

/// How long this thread takes to end after it was told to.
pub(super) struct Ending {
    told: Arc<OnceLock<Duration>>,
    _hook: HookGuard,
}

impl Ending {
    /// Listens to the token.
    pub fn new(all: &Stop) -> Self {
        let (told, clock) = (Arc::new(OnceLock::new()), ThreadClock::of_this_thread());
        let tell = told.clone();
        let hook = all.on_stop(move || {
            if let Some(time) = clock.and_then(|clock| clock.time()) {
                let _first = tell.set(time);
            }
        });
        Ending { told, _hook: hook }
    }

    /// The time of the processor for this thread since then.
    pub fn time(&self) -> Duration {
        self.told.get().map_or(Duration::ZERO, |&told| thread_time().saturating_sub(told))
    }
}
