//! The supervisor beside a worker: it writes what the worker says, and ends it when it is late.

use super::{
    Page, Place, Recovery,
    death::{Death, Scarce},
    signals,
    wire::{self, Message},
};
use crate::output;
use alphorn_run::stop::Cause;
use std::{
    io,
    os::{
        fd::AsRawFd,
        unix::{net::UnixStream, process::ExitStatusExt},
    },
    process::ExitStatus,
    time::{Duration, Instant},
};

/// A worker that was told to end ends by itself much sooner than this.
const GRACE: Duration = Duration::from_millis(2500);

/// How the work of a worker ended.
pub enum End {
    /// With this exit code.
    Done(u8),
    /// Standard output cannot be written.
    Unwritten,
    /// It died.
    Died(Death, Recovery),
}

/// What the supervisor keeps from worker to worker.
pub struct Attendant {
    /// What the worker shows.
    pub page: &'static Page,
    /// When all has to be over.
    pub deadline: Option<Instant>,
    /// Whether little memory is likely to be why a worker is aborted.
    pub memory_is_limited: bool,
    /// How many texts the last command that said anything has given, and the byte after which it stands.
    pub said: (u64, u32),
    /// Whether anything was written.
    pub has_written: bool,
    /// How far any worker has come.
    pub farthest: Place,
}

/// Why and since when a worker is expected to end.
struct Expected {
    cause: Cause,
    since: Instant,
}

impl Attendant {
    /// Stays until the worker has ended.
    pub fn attend(&mut self, mut stream: UnixStream) -> End {
        let (mut panic, mut expected, mut late) = (None, None, None);
        loop {
            match self.watch(&mut expected, &stream) {
                Watch::Quiet => continue,
                Watch::Late(cause) => {
                    late = Some(cause);
                    signals::kill(libc::SIGKILL);
                }
                Watch::Ready => {}
            }
            match wire::receive(&mut stream) {
                Some(Message::Print(position, text)) => {
                    if let Err(error) = self.print(position, text) {
                        output::tell_unwritten(&error);
                        signals::kill(libc::SIGKILL);
                        signals::wait();
                        return End::Unwritten;
                    }
                    // A worker that has died meanwhile is found out at the next turn.
                    let _ = wire::acknowledge(&mut stream);
                }
                Some(Message::Done(code)) => {
                    // It is about to end by itself; what it still does concerns nobody.
                    signals::kill(libc::SIGKILL);
                    signals::wait();
                    return End::Done(code);
                }
                Some(Message::Panic(message)) => panic = Some(message),
                None => break,
            }
        }
        // A worker that says nothing any more is dead, or as good as dead.
        signals::kill(libc::SIGKILL);
        let (status, worked) = signals::wait();
        let death = match late {
            Some(cause) => Death::by_limit(cause, false),
            None => Death::find(self.page, panic.as_deref(), ExitStatus::from_raw(status), &self.limits(worked)),
        };
        self.farthest = self.farthest.max(self.page.place());
        let place = self.farthest;
        let printed = if self.said.0 == place.position { self.said.1 } else { 0 };
        let recovery = Recovery::new(place, printed, &death);
        End::Died(death, recovery)
    }

    fn limits(&self, worked: Duration) -> Scarce {
        Scarce { memory: self.memory_is_limited, processor: signals::may_not_work_longer(worked) }
    }

    fn print(&mut self, position: u64, text: Vec<u8>) -> io::Result<()> {
        output::write_line(text)?;
        let before = if self.said.0 == position { self.said.1 } else { 0 };
        self.said = (position, before + 1);
        self.has_written = true;
        Ok(())
    }

    /// Waits until the worker says something, or for a moment at which to look again.
    fn watch(&self, expected: &mut Option<Expected>, stream: &UnixStream) -> Watch {
        let now = Instant::now();
        if expected.is_none() {
            let late = self.deadline.is_some_and(|deadline| deadline <= now);
            let cause = if signals::have_asked() { Some(Cause::Interrupt) } else { late.then_some(Cause::Timeout) };
            *expected = cause.map(|cause| Expected { cause, since: now });
        }
        let until = match expected {
            Some(Expected { cause, since }) if since.elapsed() >= GRACE => return Watch::Late(*cause),
            Some(Expected { since, .. }) => Some(*since + GRACE),
            None => self.deadline,
        };
        let wait = until.map_or(-1, |until| {
            i32::try_from(until.saturating_duration_since(now).as_millis()).unwrap_or(i32::MAX - 1) + 1
        });
        let mut waiting = libc::pollfd { fd: stream.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one descriptor that is open as long as the stream lives.
        match unsafe { libc::poll(&mut waiting, 1, wait) } {
            1 => Watch::Ready,
            _ => Watch::Quiet,
        }
    }
}

/// What a look at the worker shows.
enum Watch {
    /// Nothing.
    Quiet,
    /// It says something, or has ended.
    Ready,
    /// It should have ended, for this cause.
    Late(Cause),
}
