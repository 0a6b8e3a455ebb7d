//! The last line of defence: a process without threads and without libz3 that watches the one that works.
//!
//! The worker carries the script out. If it dies, another one begins anew: what the first one has answered it passes over,
//! what the first one died of it answers by `unknown`, and then it goes on. If it dies at the same place, a third one reads
//! only parentheses, and answers `unknown` to all that is left. `docs/src/faults.md` has the whole of it.

mod attend;
mod death;
mod page;
mod recovery;
mod signals;
pub(super) mod wire;

pub use page::{Page, Place};
pub use recovery::Recovery;
pub use signals::have_asked;

use super::{
    exit,
    output::{self, Output},
};
use alphorn_run::{caught::caught, group, memory};
use attend::{Attendant, End};
use std::{
    io,
    os::unix::net::UnixStream,
    time::{Duration, Instant},
};

/// What a worker is there for.
pub enum Role {
    /// To carry the script out.
    Work,
    /// To answer `unknown` for the reason, to what is there already or to all that comes.
    GiveUp {
        /// Why.
        reason: String,
        /// Whether nothing is waited for.
        at_once: bool,
    },
}

/// What is supervised.
pub struct Supervised<'a> {
    /// When the program began.
    pub start: Instant,
    /// How long all of it may take.
    pub timeout: Option<Duration>,
    /// Whether there is a limit on memory that was asked for.
    pub memory: bool,
    /// Whether the work is a script, whose questions are answered one by one.
    pub is_script: bool,
    /// The work, in a process of its own; gives the exit code.
    pub work: &'a dyn Fn(Role, &Output) -> u8,
}

/// So many workers that come no further are followed by another one that waits for what is still to come.
const MOST_STILL: u32 = 8;

/// Does the work in other processes, and gives the exit code; none if there cannot be any.
pub fn supervise(supervised: &Supervised<'_>) -> Option<u8> {
    let page = Page::shared().ok()?;
    group::adopt();
    signals::catch();
    let mut attendant = Attendant {
        page,
        deadline: supervised.timeout.map(|time| supervised.start + time),
        memory_is_limited: supervised.memory || memory::is_limited(),
        said: (0, 0),
        has_written: false,
        farthest: Place::default(),
    };
    let (mut role, mut recovery, mut before) = (Role::Work, None, None);
    // How many workers, one after another, have come no further than the one before.
    let mut still = 0;
    let (mut crashed, mut evidence_is_missing) = (false, false);
    loop {
        page.wipe();
        let gives_up = matches!(role, Role::GiveUp { .. });
        let gives_up_at_once = matches!(role, Role::GiveUp { at_once: true, .. });
        let stream = match employ(supervised, page, role, recovery) {
            Ok(stream) => stream,
            Err(_) if before.is_none() => {
                signals::forget();
                return None;
            }
            Err(error) => return Some(last_resort(&attendant, supervised, &error.to_string())),
        };
        let end = attendant.attend(stream);
        group::end_adopted();
        let (death, died) = match end {
            End::Done(code) => {
                let code = match code {
                    exit::ANSWERED if crashed => exit::CRASHED,
                    exit::ANSWERED if evidence_is_missing => exit::UNWRITTEN,
                    code => code,
                };
                return Some(output::code_with_notes(code));
            }
            End::Unwritten => return Some(exit::UNWRITTEN),
            End::Died(death, died) => (death, died),
        };
        crashed |= !death.is_limit;
        evidence_is_missing |= page.is_writing_evidence();
        if !supervised.is_script || gives_up_at_once {
            return Some(last_resort(&attendant, supervised, &death.reason));
        }
        if !death.ends_all {
            output::note(format_args!("alphorn: {}; what follows is done by a new process\n", death.reason));
        }
        // Who comes no further than the one before would come no further again, unless somebody from outside ends them all:
        // then one that only reads may still answer who asks later.
        still = if before.is_some_and(|before| page.place() <= before) { still + 1 } else { 0 };
        role = match death.ends_all || gives_up || still > 0 {
            true => Role::GiveUp { reason: death.reason, at_once: death.ends_all || still > MOST_STILL },
            false => Role::Work,
        };
        before = Some(died.place);
        recovery = Some(died);
    }
}

/// Starts a worker.
fn employ(
    supervised: &Supervised<'_>,
    page: &'static Page,
    role: Role,
    recovery: Option<Recovery>,
) -> io::Result<UnixStream> {
    let (ours, theirs) = UnixStream::pair()?;
    // SAFETY: the call has no preconditions.
    let supervisor = unsafe { libc::getpid() };
    if signals::fork()?.is_some() {
        return Ok(ours);
    }
    drop(ours);
    // What the supervisor does at a signal is nothing for a worker, which answers some by itself and dies of the others.
    signals::forget();
    end_with(supervisor);
    leave_at_exit(page);
    let mut recovery = recovery;
    if let Some(recovery) = &mut recovery {
        recovery.be_silent();
    }
    let output = Output::supervised(theirs, page, recovery);
    match caught(|| (supervised.work)(role, &output)) {
        Ok(code) => output.done(output::code_with_notes(code)),
        Err(panic) => output.panicked(&panic),
    };
    output::end(exit::ANSWERED)
}

/// What is left to the supervisor itself: somebody waits for a line.
fn last_resort(attendant: &Attendant, supervised: &Supervised<'_>, reason: &str) -> u8 {
    if supervised.is_script && !attendant.has_written {
        output::note(format_args!("alphorn: unknown: {reason}\n"));
        if let Err(error) = output::write_line(b"unknown".to_vec()) {
            output::tell_unwritten(&error);
            return exit::UNWRITTEN;
        }
    } else {
        output::note(format_args!("alphorn: {reason}\n"));
    }
    exit::CRASHED
}

/// This process ends when its supervisor does, whatever happens to that.
fn end_with(supervisor: libc::pid_t) {
    // SAFETY: neither call has preconditions.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if libc::getppid() != supervisor {
            // It has ended already.
            libc::_exit(i32::from(exit::CRASHED));
        }
    }
}

/// What signals mean to every process of the program. To be called first.
pub fn settle_signals() {
    signals::settle();
}

/// Lets signals that ask for the end through, once they are handled.
pub fn let_signals_through() {
    signals::ignore_again();
    signals::unblock();
}

/// Signals that ask for the end do it, as to any process.
pub fn let_signals_end() {
    signals::forget();
    signals::unblock();
}

unsafe extern "C" {
    /// As `atexit`, but tells the code.
    fn on_exit(function: extern "C" fn(libc::c_int, *mut libc::c_void), argument: *mut libc::c_void) -> libc::c_int;
}

/// A worker never calls `exit`, but libz3 does when it has no more memory. Then this comes first: the destructors of libraries
/// would run under the feet of other threads.
fn leave_at_exit(page: &'static Page) {
    extern "C" fn leave(code: libc::c_int, page: *mut libc::c_void) {
        // SAFETY: it is the page that was given below, which is never unmapped; `_exit` has no preconditions.
        unsafe {
            (*page.cast::<Page>()).exits(code);
            libc::_exit(code);
        }
    }
    // SAFETY: the function is there as long as the process.
    unsafe { on_exit(leave, std::ptr::from_ref(page).cast_mut().cast()) };
}
