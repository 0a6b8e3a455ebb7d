//! What a worker has to know of the one that died before it.

use super::{Place, death::Death};
use std::{fs::File, os::fd::AsRawFd};

/// Standard error.
const ERRORS: i32 = 2;

/// Where an earlier worker died, and what it had said.
#[derive(Debug)]
pub struct Recovery {
    /// Where it died.
    pub place: Place,
    /// How many texts the command there had given.
    pub printed: u32,
    /// Why, for people.
    pub reason: String,
    /// Standard error, as long as this worker only repeats what was said there already.
    silenced: Option<File>,
}

impl Recovery {
    /// After the death of a worker at a place, where it had printed so much.
    pub fn new(place: Place, printed: u32, death: &Death) -> Self {
        Recovery { place, printed, reason: death.reason.clone(), silenced: None }
    }

    /// Whether the question after this byte was answered, or is what the other worker died of.
    pub fn has_lost(&self, position: u64) -> bool {
        let was_there = self.place.executing || self.printed > 0;
        position < self.place.position || position == self.place.position && was_there
    }

    /// Whether this is the text of that number of the command after this byte, and was printed already.
    pub fn was_printed(&self, position: u64, number: u32) -> bool {
        position < self.place.position || position == self.place.position && number <= self.printed
    }

    /// Whether nobody has heard yet what the command after this byte says.
    pub fn is_new(&self, position: u64) -> bool {
        position > self.place.position || position == self.place.position && self.printed == 0
    }

    /// Says nothing on standard error until [`Recovery::speak`].
    pub fn be_silent(&mut self) {
        if self.is_new(0) {
            return;
        }
        let Ok(nothing) = File::options().write(true).open("/dev/null") else { return };
        // SAFETY: both calls take numbers only, and nobody else uses the new one before it has an owner.
        unsafe {
            let kept = libc::fcntl(ERRORS, libc::F_DUPFD_CLOEXEC, ERRORS + 1);
            if kept >= 0 && libc::dup2(nothing.as_raw_fd(), ERRORS) >= 0 {
                self.silenced = Some(std::os::fd::FromRawFd::from_raw_fd(kept));
            }
        }
    }

    /// Gives standard error back.
    pub fn speak(&mut self) {
        if let Some(kept) = self.silenced.take() {
            // SAFETY: the call takes numbers only.
            unsafe { libc::dup2(kept.as_raw_fd(), ERRORS) };
        }
    }
}

impl Drop for Recovery {
    fn drop(&mut self) {
        self.speak();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recovery(position: u64, executing: bool, printed: u32) -> Recovery {
        let death = Death { reason: "why".into(), is_limit: false, ends_all: false };
        Recovery::new(Place { position, executing }, printed, &death)
    }

    #[test]
    fn what_was_said_is_not_said_again_and_what_killed_is_not_asked_again() {
        let died_at_work = recovery(10, true, 0);
        assert!(died_at_work.has_lost(5) && died_at_work.has_lost(10) && !died_at_work.has_lost(20));
        assert!(died_at_work.was_printed(5, 9) && !died_at_work.was_printed(10, 1));
        let died_while_waiting = recovery(10, false, 0);
        assert!(died_while_waiting.has_lost(5) && !died_while_waiting.has_lost(10));
        let died_after_the_verdict = recovery(10, true, 1);
        assert!(died_after_the_verdict.has_lost(10));
        assert!(died_after_the_verdict.was_printed(10, 1) && !died_after_the_verdict.was_printed(10, 2));
    }
}
