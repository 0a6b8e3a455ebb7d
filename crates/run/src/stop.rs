//! Stopping from outside: one token that every long computation looks at, with the cause of the stop.

use crate::turns::{Hold, Turn};
use std::{
    fmt,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// Why a computation was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The time limit ran out.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// A person or another program asked (Ctrl-C, SIGTERM).
    Interrupt,
    /// The answer is no longer needed.
    Cancelled,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Timeout => "timeout",
            Cause::Memory => "memory limit",
            Cause::Interrupt => "interrupted",
            Cause::Cancelled => "cancelled",
        })
    }
}

/// A token shared by all who work on one answer. Once stopped it stays stopped; the first cause is kept.
#[derive(Clone, Default)]
pub struct Stop(Arc<Inner>);

type Hook = Box<dyn Fn() + Send>;

#[derive(Default)]
struct Inner {
    cause: OnceLock<Cause>,
    hooks: Mutex<Vec<(u64, Hook)>>,
    next: AtomicU64,
    /// The place of who works, if it takes turns with others.
    turn: Option<Turn>,
}

impl Stop {
    /// A token that nobody has stopped.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops, and runs every hook. May be called again: the hooks run again, for those who missed the first call.
    pub fn stop(&self, cause: Cause) {
        let _ = self.0.cause.set(cause);
        for (_, hook) in self.0.hooks.lock().unwrap_or_else(|e| e.into_inner()).iter() {
            hook();
        }
        if let Some(turn) = &self.0.turn {
            turn.wake();
        }
    }

    /// The cause, once stopped.
    pub fn cause(&self) -> Option<Cause> {
        self.0.cause.get().copied()
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.cause().is_some()
    }

    /// A token that stops with this one, as long as the guard lives, and that may be stopped alone.
    pub fn child(&self) -> (Stop, HookGuard) {
        self.child_at(self.0.turn.clone())
    }

    /// As [`Stop::child`], for work that takes turns with others, in the thread that has this place.
    pub fn taking_turns(&self, turn: Turn) -> (Stop, HookGuard) {
        self.child_at(Some(turn))
    }

    /// As [`Stop::child`], for work that others wait for, and that must not give way to them.
    pub fn without_turns(&self) -> (Stop, HookGuard) {
        self.child_at(None)
    }

    /// Whether the work takes turns with others.
    pub fn takes_turns(&self) -> bool {
        self.0.turn.is_some()
    }

    /// Gives way to others if it is their turn, and waits for the next one.
    pub fn pass(&self) {
        if let Some(turn) = &self.0.turn {
            turn.pass(|| self.is_stopped());
        }
    }

    /// Holds others back who would take turns but have not started yet, as long as it lives.
    pub fn hold(&self) -> Option<Hold> {
        self.0.turn.as_ref().map(Turn::hold)
    }

    fn child_at(&self, turn: Option<Turn>) -> (Stop, HookGuard) {
        let (child, parent) = (Stop(Arc::new(Inner { turn, ..Inner::default() })), self.clone());
        let stopped = child.clone();
        let pass_on = move || stopped.stop(parent.cause().unwrap_or(Cause::Cancelled));
        let guard = self.on_stop(pass_on);
        if let Some(cause) = self.cause() {
            child.stop(cause);
        }
        (child, guard)
    }

    /// Runs `hook` at each call of [`Stop::stop`] from now on, on the stopping thread, until the guard is dropped.
    /// After the guard's drop returns, the hook is not running and will not run.
    pub fn on_stop(&self, hook: impl Fn() + Send + 'static) -> HookGuard {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed);
        self.0.hooks.lock().unwrap_or_else(|e| e.into_inner()).push((id, Box::new(hook)));
        HookGuard { stop: self.clone(), id }
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({:?})", self.cause())
    }
}

/// Keeps a hook registered.
#[derive(Debug)]
pub struct HookGuard {
    stop: Stop,
    id: u64,
}

impl Drop for HookGuard {
    fn drop(&mut self) {
        self.stop.0.hooks.lock().unwrap_or_else(|e| e.into_inner()).retain(|(id, _)| *id != self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn first_cause_is_kept_and_hooks_end_with_their_guard() {
        let stop = Stop::new();
        let count = Arc::new(AtomicUsize::new(0));
        let seen = count.clone();
        let guard = stop.on_stop(move || {
            seen.fetch_add(1, Ordering::SeqCst);
        });
        stop.stop(Cause::Timeout);
        stop.stop(Cause::Interrupt);
        assert_eq!(stop.cause(), Some(Cause::Timeout));
        assert_eq!(count.load(Ordering::SeqCst), 2);
        drop(guard);
        stop.stop(Cause::Interrupt);
        assert_eq!(count.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn a_child_stops_with_its_parent_and_alone() {
        let parent = Stop::new();
        let (alone, _guard) = parent.child();
        alone.stop(Cause::Timeout);
        assert!(!parent.is_stopped());
        let (child, _guard) = parent.child();
        parent.stop(Cause::Interrupt);
        assert_eq!((alone.cause(), child.cause()), (Some(Cause::Timeout), Some(Cause::Interrupt)));
        assert_eq!(parent.child().0.cause(), Some(Cause::Interrupt));
    }
}
