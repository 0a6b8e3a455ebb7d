//! Limits on the time of a piece of work: a watcher stops it, by the clock on the wall or by the processor's time.

use crate::{
    clock::ThreadClock,
    stop::{Cause, Stop},
};
use std::{
    io,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

/// How often work is told to end: an interrupt that arrives between two calls of a solver is lost.
const TICK: Duration = Duration::from_millis(20);

/// Runs `work`, and stops it after a time of the processor for this thread, so that on a busy machine no less is done. Who
/// mostly waits, as for another process, is given four times as long.
pub fn with_processor_limit<T>(time: Option<Duration>, stop: &Stop, work: impl FnOnce() -> T) -> T {
    let Some(time) = time else { return work() };
    let (clock, start) = (ThreadClock::of_this_thread(), Instant::now());
    let spent = move || clock.and_then(|clock| clock.time());
    let before = spent();
    let is_over = move || {
        let used = spent().zip(before).map(|(now, before)| now - before);
        used.is_some_and(|used| used >= time) || start.elapsed() >= time * 4
    };
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watch = move || {
            while is_done.recv_timeout(TICK).is_err() {
                if is_over() {
                    stop.stop(Cause::Timeout);
                }
            }
        };
        unwatched(thread::Builder::new().spawn_scoped(scope, watch));
        let _done = Done(done);
        work()
    })
}

/// Tells a watcher, who waits for it, that the work is done, be it by a panic.
struct Done(mpsc::Sender<()>);

impl Drop for Done {
    fn drop(&mut self) {
        // The watcher may have ended.
        let _ = self.0.send(());
    }
}

fn unwatched<T>(started: io::Result<T>) {
    if let Err(error) = started {
        log::warn!("a limit is not watched: {error}");
    }
}

/// Runs `work`, and stops it after a time.
pub fn with_limit<T>(time: Option<Duration>, stop: &Stop, work: impl FnOnce() -> T) -> T {
    let Some(time) = time else { return work() };
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watch = move || {
            if is_done.recv_timeout(time).is_err() {
                while is_done.recv_timeout(TICK).is_err() {
                    stop.stop(Cause::Timeout);
                }
            }
        };
        unwatched(thread::Builder::new().spawn_scoped(scope, watch));
        let _done = Done(done);
        work()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caught::caught;

    /// Whoever catches a panic must not wait for a watcher that waits for the work.
    #[test]
    fn a_panic_ends_its_limit() {
        let (start, hour) = (Instant::now(), Some(Duration::from_secs(3600)));
        assert!(caught(|| with_limit(hour, &Stop::new(), || -> u8 { panic!("at work") })).is_err());
        assert!(caught(|| with_processor_limit(hour, &Stop::new(), || -> u8 { panic!("at work") })).is_err());
        assert!(start.elapsed() < Duration::from_secs(60));
    }
}
