//! Stopping a computation of Z3 from another thread.
//!
//! `Z3_interrupt` only reaches a computation that has already begun: one that comes a moment too early is lost. So a
//! computation runs behind a gate that says whether one is under way, and a stop interrupts again and again until the
//! gate is open.

use super::Context;
use alphorn_run::stop::{HookGuard, Stop};
use std::{
    sync::{Arc, Mutex, MutexGuard},
    thread,
    time::Duration,
};
use z3_sys::{Z3_context, Z3_interrupt};

/// How long a stop waits before it interrupts again.
const AGAIN: Duration = Duration::from_millis(2);

/// The gate of one context.
pub struct Gate {
    busy: Arc<Busy>,
    stop: Stop,
    _hook: HookGuard,
}

/// Whether a computation is under way in the context.
struct Busy {
    context: Z3_context,
    depth: Mutex<u32>,
}

// SAFETY: the pointer is used by other threads only in `Busy::interrupt`, see there.
unsafe impl Send for Busy {}
// SAFETY: as above.
unsafe impl Sync for Busy {}

impl Busy {
    fn depth(&self) -> MutexGuard<'_, u32> {
        self.depth.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Interrupts what is under way; false if nothing is.
    fn interrupt(&self) -> bool {
        let depth = self.depth();
        if *depth == 0 {
            return false;
        }
        // SAFETY: the context's thread is inside `Gate::run`, which borrows the context, and cannot leave it while the
        // lock is held, so the context is alive. `Z3_interrupt` may be called from any thread.
        unsafe { Z3_interrupt(self.context) };
        true
    }
}

impl Gate {
    /// A gate for `context`, closed for good when `stop` is stopped.
    pub fn new(context: Z3_context, stop: &Stop) -> Self {
        let busy = Arc::new(Busy { context, depth: Mutex::new(0) });
        let watched = busy.clone();
        let hook = stop.on_stop(move || {
            if watched.interrupt() {
                let watched = watched.clone();
                // Without the thread (none to be had) the one interrupt above most likely did its work.
                let _ = thread::Builder::new().spawn(move || {
                    while watched.interrupt() {
                        thread::sleep(AGAIN);
                    }
                });
            }
        });
        Gate { busy, stop: stop.clone(), _hook: hook }
    }

    /// The token that closes the gate.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }
}

impl Context {
    /// Runs a computation that a stop interrupts; `None`, at once, when the token is stopped already.
    pub fn run<R>(&self, computation: impl FnOnce() -> R) -> Option<R> {
        struct Leave<'a>(&'a Busy);
        impl Drop for Leave<'_> {
            fn drop(&mut self) {
                *self.0.depth() -= 1;
            }
        }
        // First say that one is under way, then look at the token: a stop does it the other way round, so one of the
        // two sees the other.
        *self.0.gate.busy.depth() += 1;
        let _leave = Leave(&self.0.gate.busy);
        (!self.0.gate.stop.is_stopped()).then(computation)
    }
}
