//! How a worker died, in words that are true.

use super::Page;
use alphorn_run::stop::Cause;
use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

/// With this code libz3 ends a process that has no more memory.
const OUT_OF_MEMORY: i32 = 101;

/// What was so scarce that the system may have ended a process for it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Scarce {
    /// Little memory is likely to be why a process was aborted.
    pub memory: bool,
    /// It has had the processor for as long as it may.
    pub processor: bool,
}

/// The end of a worker that was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Death {
    /// For people, and for `:reason-unknown`.
    pub reason: String,
    /// Whether a limit or a signal from outside is the cause, and not a defect.
    pub is_limit: bool,
    /// Whether all that is still to be answered is `unknown` for the same reason.
    pub ends_all: bool,
}

impl Death {
    /// By a cause that the user has set; all questions end with it, or only one.
    pub fn by_limit(cause: Cause, one_question: bool) -> Self {
        Death { reason: cause.to_string(), is_limit: true, ends_all: !one_question }
    }

    fn by_defect(what: &str) -> Self {
        Death { reason: format!("the solver crashed ({what})"), is_limit: false, ends_all: false }
    }

    fn out_of_memory() -> Self {
        Death { reason: "out of memory".into(), is_limit: true, ends_all: false }
    }

    fn out_of_time() -> Self {
        Death { reason: "timeout (of the processor)".into(), is_limit: true, ends_all: true }
    }

    /// What the traces say: the page, a panic that was told, how the system says that the process ended, and what it lacked.
    pub fn find(page: &Page, panic: Option<&str>, status: ExitStatus, scarce: &Scarce) -> Self {
        if let Some((cause, one_question)) = page.given_up() {
            return Death::by_limit(cause, one_question);
        }
        if let Some(message) = panic {
            return Death { reason: message.into(), is_limit: false, ends_all: false };
        }
        match (page.exited(), status.signal()) {
            (Some(OUT_OF_MEMORY), _) => Death::out_of_memory(),
            (Some(code), _) => Death::by_defect(&format!("libz3 ended the process with code {code}")),
            (None, Some(signal)) => Death::by_signal(signal, scarce),
            (None, None) => Death::by_defect(&format!("exit code {}", status.code().unwrap_or(-1))),
        }
    }

    fn by_signal(signal: i32, scarce: &Scarce) -> Self {
        match signal {
            libc::SIGINT | libc::SIGTERM | libc::SIGHUP | libc::SIGQUIT => Death::by_limit(Cause::Interrupt, false),
            libc::SIGALRM | libc::SIGUSR1 | libc::SIGUSR2 => Death::by_limit(Cause::Interrupt, false),
            libc::SIGXCPU => Death::out_of_time(),
            libc::SIGKILL if scarce.processor => Death::out_of_time(),
            libc::SIGABRT if scarce.memory => Death::out_of_memory(),
            libc::SIGABRT => Death::by_defect("aborted"),
            libc::SIGSEGV => Death::by_defect("segmentation fault"),
            libc::SIGBUS => Death::by_defect("bus error"),
            libc::SIGFPE => Death::by_defect("arithmetic error"),
            libc::SIGILL => Death::by_defect("illegal instruction"),
            libc::SIGKILL => {
                Death::by_defect("killed, by the system when it has no more memory, or by another process")
            }
            other => Death::by_defect(&format!("signal {other}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_what_happened() {
        let found = |page: &Page, panic, wait, memory| {
            Death::find(page, panic, ExitStatus::from_raw(wait), &Scarce { memory, processor: false })
        };
        let page = Page::private();
        assert_eq!(found(page, None, libc::SIGSEGV, true).reason, "the solver crashed (segmentation fault)");
        assert_eq!(found(page, None, libc::SIGABRT, false).reason, "the solver crashed (aborted)");
        assert_eq!(found(page, None, libc::SIGABRT, true), Death::out_of_memory());
        assert_eq!(found(page, None, libc::SIGTERM, false), Death::by_limit(Cause::Interrupt, false));
        assert_eq!(found(page, None, libc::SIGQUIT, false), Death::by_limit(Cause::Interrupt, false));
        let no_time = Scarce { memory: false, processor: true };
        assert_eq!(Death::find(page, None, ExitStatus::from_raw(libc::SIGKILL), &no_time), Death::out_of_time());
        assert_eq!(found(page, Some("internal error: so"), 0, false).reason, "internal error: so");
        page.exits(OUT_OF_MEMORY);
        assert_eq!(found(page, None, OUT_OF_MEMORY << 8, false), Death::out_of_memory());
        page.give_up(Cause::Timeout, true);
        assert_eq!(found(page, None, 0, false), Death::by_limit(Cause::Timeout, true));
    }
}
