//! Asks a solver that is a process of its own: one run for each obligation, which reads a script and says `unsat`.

use crate::{Obligation, Obligations, text};
use std::{
    io::{self, Read, Write},
    num::NonZero,
    os::unix::process::CommandExt,
    process::{Child, Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// A solver that reads SMT-LIB on its standard input: a command whose words are separated by blanks, and a limit.
pub struct Solver<'a> {
    /// Such as `z3 -in`.
    pub command: &'a str,
    /// The longest time for one obligation.
    pub timeout: Duration,
}

impl Solver<'_> {
    /// What is wrong with each obligation that is not confirmed, in their order. As many run at once as there are processors.
    pub fn objections(&self, obligations: &Obligations) -> Vec<(usize, String)> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            while let at = next.fetch_add(1, Relaxed)
                && let Some(obligation) = obligations.all.get(at)
            {
                if let Some(objection) = self.objection(obligations, obligation) {
                    found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((at, objection));
                }
            }
        };
        let workers = thread::available_parallelism().map_or(1, NonZero::get).min(obligations.all.len());
        thread::scope(|scope| (0..workers).for_each(|_| _ = scope.spawn(work)));
        let mut found = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        found.sort_unstable();
        found
    }

    /// Nothing if the solver answers `unsat` and nothing else.
    fn objection(&self, obligations: &Obligations, obligation: &Obligation) -> Option<String> {
        match self.answer(&obligations.script(obligation)) {
            Ok(answer) if answer.trim() == "unsat" => None,
            Ok(answer) if answer.trim().is_empty() => Some("no answer".into()),
            Ok(answer) => Some(text::cut(&answer)),
            Err(error) => Some(error.to_string()),
        }
    }

    fn answer(&self, script: &str) -> io::Result<String> {
        let mut words = self.command.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own, so that a launcher is ended together with what it has launched.
        let mut child = Running(command.process_group(0).spawn()?);
        let pipes = child.0.stdin.take().zip(child.0.stdout.take());
        let (mut input, mut output) = pipes.ok_or_else(|| io::Error::other("no pipe to the solver"))?;
        let deadline = Instant::now() + self.timeout;
        thread::scope(|scope| {
            // A solver that ends early leaves the rest unread, which its answer tells.
            scope.spawn(move || _ = input.write_all(script.as_bytes()).and_then(|()| input.write_all(b"(exit)\n")));
            let reader = scope.spawn(move || {
                let mut bytes = Vec::new();
                output.read_to_end(&mut bytes).map(|_| String::from_utf8_lossy(&bytes).into_owned())
            });
            while !reader.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
            let is_late = !reader.is_finished();
            // Both pipes end with the process, and so do the threads.
            child.end();
            let answer = reader.join().unwrap_or_else(|_| Err(io::Error::other("the answer cannot be read")));
            if is_late { Err(io::Error::other("timeout")) } else { answer }
        })
    }
}

/// A process that ends when this is dropped, with its group.
struct Running(Child);

impl Running {
    fn end(&mut self) {
        if let Ok(group) = libc::pid_t::try_from(self.0.id()) {
            // SAFETY: `kill` has no preconditions. The number is not another's, since nobody has waited for the child yet.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
        let _ = self.0.wait();
    }
}
