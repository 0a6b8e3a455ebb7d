//! The time that the processor spends on threads.

use std::time::Duration;

/// The clock of a thread, which other threads can read while it lives.
#[derive(Clone, Copy, Debug)]
pub struct ThreadClock(libc::clockid_t);

impl ThreadClock {
    /// That of this thread; none where threads have no clocks.
    pub fn of_this_thread() -> Option<Self> {
        let mut clock = 0;
        // SAFETY: this thread exists, and the call writes only to the place it is given, which lives until it returns.
        let failed = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &mut clock) };
        (failed == 0).then_some(ThreadClock(clock))
    }

    /// The time that was spent on the thread; none if it has ended.
    pub fn time(&self) -> Option<Duration> {
        time_of(self.0)
    }
}

/// The time that the processor has spent on this thread.
pub fn thread_time() -> Duration {
    let time = time_of(libc::CLOCK_THREAD_CPUTIME_ID);
    debug_assert!(time.is_some(), "the clock of the thread exists");
    time.unwrap_or_default()
}

fn time_of(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes only to the place it is given, which lives until it returns.
    let failed = unsafe { libc::clock_gettime(clock, &mut time) };
    let parts = time.tv_sec.try_into().ok().zip(time.tv_nsec.try_into().ok());
    parts.filter(|_| failed == 0).map(|(seconds, nanoseconds)| Duration::new(seconds, nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{hint::black_box, thread};

    #[test]
    fn a_thread_that_sleeps_spends_nothing_and_others_see_it() {
        let clock = ThreadClock::of_this_thread().expect("there are clocks");
        let before = clock.time().expect("the thread lives");
        thread::sleep(Duration::from_millis(100));
        let seen = thread::scope(|scope| scope.spawn(|| clock.time()).join()).unwrap().expect("the thread lives");
        assert!(seen >= before && seen - before < Duration::from_millis(50));
        while thread_time() < before + Duration::from_millis(20) {
            black_box(0);
        }
        assert!(clock.time() >= Some(before + Duration::from_millis(20)));
    }
}
