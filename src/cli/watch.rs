//! Limits on time and memory, and Ctrl-C: the run is stopped, and if it does not end by itself soon after, ended.

use super::{channel::Channel, progress::CLEAR};
use crate::{
    group,
    stop::{Cause, Stop},
};
use std::{
    sync::{
        Arc, Mutex, MutexGuard, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// How often limits are looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long a stopped run may take to answer by itself.
const GRACE: Duration = Duration::from_millis(600);

/// How long a stopped question may take, since others may follow it.
const QUESTION_GRACE: Duration = Duration::from_millis(1500);

/// Who writes to standard output. The watcher writes only while an answer is owed, so an answer is given exactly once.
#[derive(Clone, Debug, Default)]
pub struct Output {
    owed: Arc<Mutex<bool>>,
    /// Whether a progress line is on the terminal.
    line: Arc<AtomicBool>,
    /// Where answers go.
    channel: Arc<Mutex<Channel>>,
    /// What is said when the time of the whole run is over, if not `unknown`.
    over: Arc<OnceLock<&'static str>>,
}

impl Output {
    /// From now on an answer is owed.
    pub fn owe(&self) {
        *self.lock() = true;
    }

    /// Writes text that settles the answer.
    pub fn answer(&self, text: &str) {
        let mut owed = self.lock();
        if *owed && self.line.swap(false, Relaxed) {
            eprint!("{CLEAR}");
        }
        self.write(text);
        *owed = false;
    }

    /// Shows a line that is taken away before the answer, if one is owed.
    pub fn while_owed(&self, show: impl FnOnce()) {
        let owed = self.lock();
        if *owed {
            show();
            self.line.store(true, Relaxed);
        }
    }

    /// Writes text.
    pub fn print(&self, text: &str) {
        let _writing = self.lock();
        self.write(text);
    }

    /// Answers go there from now on.
    pub fn redirect(&self, channel: Channel) {
        let _writing = self.lock();
        *self.channel.lock().unwrap_or_else(|e| e.into_inner()) = channel;
    }

    /// What to say when the time of the whole run is over.
    pub fn when_over(&self, word: &'static str) {
        // The first one counts.
        let _ = self.over.set(word);
    }

    fn write(&self, text: &str) {
        let mut channel = self.channel.lock().unwrap_or_else(|e| e.into_inner());
        // A reader that went away is no error worth a message.
        let _ = channel.write(&format!("{text}\n"));
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.owed.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// The time limit of the question that is being answered.
#[derive(Clone, Debug, Default)]
pub struct Alarm(Arc<Mutex<Option<(Instant, Stop)>>>);

impl Alarm {
    /// Stops `stop` after a time.
    pub fn set(&self, time: Duration, stop: &Stop) {
        *self.lock() = Some((Instant::now() + time, stop.clone()));
    }

    /// Takes the limit back.
    pub fn clear(&self) {
        *self.lock() = None;
    }

    /// Stops what is late; whether it is so late that it will not end by itself.
    fn ring(&self) -> bool {
        let alarm = self.lock();
        let Some((at, stop)) = alarm.as_ref().filter(|(at, _)| *at <= Instant::now()) else { return false };
        stop.stop(Cause::Timeout);
        at.elapsed() >= QUESTION_GRACE
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Instant, Stop)>> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }
}

/// Starts watching; the thread ends with the process.
pub fn watch(stop: &Stop, output: &Output, alarm: &Alarm, timeout: Option<Duration>, memory_megabytes: Option<u64>) {
    let start = Instant::now();
    let on_signal = stop.clone();
    if let Err(error) = ctrlc::set_handler(move || on_signal.stop(Cause::Interrupt)) {
        log::warn!("Ctrl-C cannot be caught: {error}");
    }
    let (stop, output, alarm) = (stop.clone(), output.clone(), alarm.clone());
    thread::spawn(move || {
        let mut stopped_at: Option<Instant> = None;
        loop {
            thread::sleep(TICK);
            if timeout.is_some_and(|t| start.elapsed() >= t) {
                stop.stop(Cause::Timeout);
            } else if memory_megabytes.is_some_and(|limit| resident_megabytes().is_some_and(|used| used >= limit)) {
                stop.stop(Cause::Memory);
            }
            if alarm.ring() {
                end(&output, Cause::Timeout, "unknown");
            }
            let Some(cause) = stop.cause() else { continue };
            // Again at each tick: an interrupt that arrives between two calls of a solver is lost.
            stop.stop(cause);
            if stopped_at.get_or_insert_with(Instant::now).elapsed() >= GRACE {
                let word = output.over.get().filter(|_| cause == Cause::Timeout);
                end(&output, cause, word.unwrap_or(&"unknown"));
            }
        }
    });
}

/// Answers by a word if an answer is owed and ends the process without waiting for anybody, and with it the programs that it
/// has started.
fn end(output: &Output, cause: Cause, word: &str) -> ! {
    let owed = output.lock();
    if *owed {
        eprintln!("alphorn: unknown: {cause}");
        output.write(word);
    }
    group::end_all();
    // Not `std::process::exit`: destructors of libraries would run under the feet of the threads that still use them.
    // SAFETY: `_exit` has no preconditions.
    unsafe { libc::_exit(0) }
}

fn resident_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::Group;
    use std::process::{Command, Stdio};

    /// The test is its own process that has to be ended, since nothing else can be made to hang at will.
    #[test]
    fn the_last_resort_ends_other_programs() {
        const ENDING: &str = "ALPHORN_TEST_OF_THE_LAST_RESORT";
        if std::env::var_os(ENDING).is_some() {
            let _running = Group::spawn(Command::new("sh").args(["-c", "sleep 100; true"])).unwrap();
            // Long enough for the shell to start its child.
            thread::sleep(Duration::from_millis(300));
            end(&Output::default(), Cause::Timeout, "unknown");
        }
        let started = Instant::now();
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "cli::watch::tests::the_last_resort_ends_other_programs", "--nocapture"]);
        // The pipe ends only when nobody holds it.
        let output = again.env(ENDING, "").stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success() && started.elapsed().as_secs() < 50, "{output:?}");
    }
}
