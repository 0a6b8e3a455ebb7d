//! A page of memory that the supervisor shares with the worker: where the worker is, which is known even if it is killed.

use alphorn_run::stop::Cause;
use std::{
    io, ptr,
    sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering::SeqCst},
};

/// What the worker tells without saying it. A page of zeros is one of a worker that has done nothing yet.
#[derive(Default, Debug)]
pub struct Page {
    /// Where the command before the present one ends in the text: grows from command to command.
    position: AtomicU64,
    /// Whether the present command is read and understood, and carried out.
    executing: AtomicBool,
    /// Why the worker gave up, one more than its place among the causes; 0 if it did not.
    given_up: AtomicU32,
    /// Whether the worker gave up one question only.
    one_question: AtomicBool,
    /// Whether somebody has ended the process who had no right to, such as libz3.
    exited: AtomicBool,
    /// Whether evidence that was asked for is being written.
    writing: AtomicBool,
    exit_code: AtomicI32,
    /// Whether there is a supervisor to see it.
    shared: AtomicBool,
}

/// All causes, by their numbers in the page.
const CAUSES: [Cause; 4] = [Cause::Timeout, Cause::Memory, Cause::Interrupt, Cause::Cancelled];

/// Where in the script a worker is, or was when it died.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Place {
    /// The present command begins after this byte.
    pub position: u64,
    /// Whether it was carried out already; otherwise it was being read, or still to come.
    pub executing: bool,
}

impl Page {
    /// A page that is shared with all processes that are forked from now on. It lives as long as the process.
    pub fn shared() -> io::Result<&'static Page> {
        let (read_write, shared) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping at a place that the system chooses touches nothing that exists.
        let memory = unsafe { libc::mmap(ptr::null_mut(), size_of::<Page>(), read_write, shared, -1, 0) };
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the mapping is large enough, aligned to a page, never unmapped, and zeros are a value of every field.
        let page = unsafe { &*memory.cast::<Page>() };
        page.shared.store(true, SeqCst);
        Ok(page)
    }

    /// A page that is shared with nobody.
    pub fn private() -> &'static Page {
        Box::leak(Box::default())
    }

    /// Whether a supervisor sees it.
    pub fn is_shared(&self) -> bool {
        self.shared.load(SeqCst)
    }

    /// The command after this byte is about to be read.
    pub fn reads(&self, position: u64) {
        self.executing.store(false, SeqCst);
        self.position.store(position, SeqCst);
    }

    /// It is about to be carried out.
    pub fn executes(&self) {
        self.executing.store(true, SeqCst);
    }

    /// Where the worker is.
    pub fn place(&self) -> Place {
        Place { position: self.position.load(SeqCst), executing: self.executing.load(SeqCst) }
    }

    /// The worker ends at once, and leaves it to the supervisor to answer.
    pub fn give_up(&self, cause: Cause, one_question: bool) {
        let number = CAUSES.iter().position(|&known| known == cause).unwrap_or_default();
        self.one_question.store(one_question, SeqCst);
        self.given_up.store(number as u32 + 1, SeqCst);
    }

    /// Why the worker gave up, if it did, and whether only the question that it was at.
    pub fn given_up(&self) -> Option<(Cause, bool)> {
        let number = self.given_up.load(SeqCst).checked_sub(1)?;
        Some((*CAUSES.get(number as usize)?, self.one_question.load(SeqCst)))
    }

    /// Evidence that was asked for is being written, or is written.
    pub fn writes_evidence(&self, is_writing: bool) {
        self.writing.store(is_writing, SeqCst);
    }

    /// Whether evidence that was asked for is being written; still so after a worker that has ended meanwhile.
    pub fn is_writing_evidence(&self) -> bool {
        self.writing.load(SeqCst)
    }

    /// Somebody called `exit`.
    pub fn exits(&self, code: i32) {
        self.exit_code.store(code, SeqCst);
        self.exited.store(true, SeqCst);
    }

    /// With what somebody called `exit`, if anybody did.
    pub fn exited(&self) -> Option<i32> {
        self.exited.load(SeqCst).then(|| self.exit_code.load(SeqCst))
    }

    /// Wipes it for the next worker.
    pub fn wipe(&self) {
        self.reads(0);
        self.given_up.store(0, SeqCst);
        self.exited.store(false, SeqCst);
        self.writing.store(false, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_tells_what_was_noted_until_it_is_wiped() {
        let page = Page::shared().unwrap();
        assert_eq!((page.place(), page.given_up(), page.exited()), (Place::default(), None, None));
        page.reads(7);
        page.executes();
        page.exits(101);
        for cause in CAUSES {
            page.give_up(cause, true);
            assert_eq!(page.given_up(), Some((cause, true)));
        }
        assert_eq!((page.place(), page.exited()), (Place { position: 7, executing: true }, Some(101)));
        page.wipe();
        assert_eq!((page.place(), page.given_up(), page.exited()), (Place::default(), None, None));
    }

    #[test]
    fn places_are_in_the_order_of_the_script() {
        let place = |position, executing| Place { position, executing };
        assert!(place(0, false) < place(0, true) && place(0, true) < place(9, false));
    }
}
