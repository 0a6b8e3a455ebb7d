//! The progress line: shown on a terminal while an answer is owed, and taken away again before anything else is written.

use super::output::Output;
use alphorn_run::observe::Observer;
use std::{
    io::{IsTerminal, Write},
    thread,
    time::{Duration, Instant},
};

/// Short runs show nothing.
const PATIENCE: Duration = Duration::from_millis(800);
/// How often the line is renewed.
const TICK: Duration = Duration::from_millis(200);
/// Goes to the start of the line and clears it.
pub const CLEAR: &str = "\r\x1b[K";

/// Shows the line if standard error is a terminal that shows no log; the thread ends with the process.
pub fn show(observer: &Observer, output: &Output) {
    if !std::io::stderr().is_terminal() || log::log_enabled!(log::Level::Info) {
        return;
    }
    let (progress, output, start) = (observer.progress().clone(), output.clone(), Instant::now());
    // Without the thread (none to be had) there is no line.
    let _ = thread::Builder::new().spawn(move || {
        thread::sleep(PATIENCE);
        loop {
            output.while_owed(|| {
                let mut err = std::io::stderr().lock();
                let _ = write!(err, "{CLEAR}{}", progress.line(start)).and_then(|()| err.flush());
            });
            thread::sleep(TICK);
        }
    });
}
