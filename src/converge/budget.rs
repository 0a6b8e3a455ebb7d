//! A cap on work that may be left undone.

use crate::stop::Stop;
use std::time::Duration;

/// How many calls, and how much time of the processor for the thread that made it: on a busy machine no less is done.
#[derive(Clone, Debug)]
pub struct Budget {
    calls: u64,
    deadline: Duration,
    stop: Stop,
}

impl Budget {
    /// So many calls in so much time, and none after `stop`.
    pub fn new(calls: u64, time: Duration, stop: &Stop) -> Self {
        Budget { calls, deadline: thread_time() + time, stop: stop.clone() }
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.calls == 0 || self.stop.is_stopped() || thread_time() >= self.deadline
    }

    /// Takes a call; whether there was one to take.
    pub fn take(&mut self) -> bool {
        let open = !self.is_spent();
        self.calls -= u64::from(open);
        open
    }
}

/// The time that the processor has spent on this thread.
pub fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes only to the place it is given, which lives until it returns.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    debug_assert_eq!(failed, 0, "the clock of the thread exists");
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stop::Cause;
    use std::{hint::black_box, thread};

    #[test]
    fn it_ends_by_calls_by_time_and_by_the_stop() {
        let stop = Stop::new();
        let mut calls = Budget::new(2, Duration::from_secs(60), &stop);
        assert_eq!([(); 3].map(|()| calls.take()), [true, true, false]);
        let mut time = Budget::new(2, Duration::from_millis(20), &stop);
        thread::sleep(Duration::from_millis(40));
        assert!(time.take(), "a thread that sleeps spends nothing");
        let mut n = 0u64;
        while !time.is_spent() {
            n = black_box(n + 1);
        }
        assert!(!time.take());
        stop.stop(Cause::Cancelled);
        assert!(!Budget::new(2, Duration::from_secs(60), &stop).take());
    }
}
