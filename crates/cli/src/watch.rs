//! Limits on time and memory, and Ctrl-C: the run is stopped, and if it does not end by itself soon after, ended.

use super::{
    exit,
    output::{self, Output},
};
use alphorn_run::stop::{Cause, Stop};
use std::{
    sync::{Arc, Mutex, MutexGuard},
    thread,
    time::{Duration, Instant},
};

/// How often limits are looked at.
const TICK: Duration = Duration::from_millis(20);
/// How long a stopped run may take to answer by itself.
const GRACE: Duration = Duration::from_millis(600);

/// How long a stopped question may take, since others may follow it.
const QUESTION_GRACE: Duration = Duration::from_millis(1500);

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

/// The limits of a run.
pub struct Limits {
    /// When it began.
    pub start: Instant,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// How much memory it may have.
    pub memory_megabytes: Option<u64>,
}

impl Limits {
    /// Stops what is over a limit.
    fn look(&self, stop: &Stop) {
        if self.timeout.is_some_and(|t| self.start.elapsed() >= t) {
            stop.stop(Cause::Timeout);
        } else if self.memory_megabytes.is_some_and(|limit| resident_megabytes().is_some_and(|used| used >= limit)) {
            stop.stop(Cause::Memory);
        }
    }
}

/// Starts watching; the thread ends with the process.
pub fn watch(stop: &Stop, output: &Output, alarm: &Alarm, limits: Limits) {
    let on_signal = stop.clone();
    if let Err(error) = ctrlc::set_handler(move || on_signal.stop(Cause::Interrupt)) {
        log::warn!("Ctrl-C cannot be caught: {error}");
    }
    let (stop, output, alarm) = (stop.clone(), output.clone(), alarm.clone());
    let watching = thread::Builder::new().spawn(move || {
        let mut stopped_at: Option<Instant> = None;
        loop {
            thread::sleep(TICK);
            limits.look(&stop);
            if alarm.ring() {
                end(&output, Cause::Timeout, true);
            }
            let Some(cause) = stop.cause() else { continue };
            // Again at each tick: an interrupt that arrives between two calls of a solver is lost.
            stop.stop(cause);
            if stopped_at.get_or_insert_with(Instant::now).elapsed() >= GRACE {
                end(&output, cause, false);
            }
        }
    });
    if let Err(error) = watching {
        log::warn!("limits are not watched: {error}");
    }
}

/// Ends the process without waiting for anybody, and with it the programs that it has started. The supervisor answers what is
/// owed: the present question, or all. Evidence that is half written is missing, which the exit code says.
fn end(output: &Output, cause: Cause, one_question: bool) -> ! {
    if output.is_writing() {
        output::note(format_args!("alphorn: {cause} while the evidence was written\n"));
    }
    match output.page() {
        Some(page) => page.give_up(cause, one_question),
        None => output.last_word(Some(cause), &cause.to_string()),
    }
    output::end(if output.is_writing() { exit::UNWRITTEN } else { exit::ANSWERED })
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
    use alphorn_run::group::Group;
    use std::process::{Command, Stdio};

    /// The test is its own process that has to be ended, since nothing else can be made to hang at will.
    #[test]
    fn the_last_resort_ends_other_programs() {
        const ENDING: &str = "ALPHORN_TEST_OF_THE_LAST_RESORT";
        if std::env::var_os(ENDING).is_some() {
            let _running = Group::spawn(Command::new("sh").args(["-c", "sleep 100; true"])).unwrap();
            // Long enough for the shell to start its child.
            thread::sleep(Duration::from_millis(300));
            end(&Output::default(), Cause::Timeout, false);
        }
        let started = Instant::now();
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "watch::tests::the_last_resort_ends_other_programs", "--nocapture"]);
        // The pipe ends only when nobody holds it.
        let output = again.env(ENDING, "").stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success() && started.elapsed().as_secs() < 50, "{output:?}");
    }

    /// As above: the test is its own process.
    #[test]
    fn a_run_that_ends_before_its_evidence_is_there_says_so() {
        const ENDING: &str = "ALPHORN_TEST_OF_MISSING_EVIDENCE";
        if std::env::var_os(ENDING).is_some() {
            let output = Output::default();
            output.writing(true);
            end(&output, Cause::Timeout, false);
        }
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "watch::tests::a_run_that_ends_before_its_evidence_is_there_says_so", "--nocapture"]);
        let ended = again.env(ENDING, "1").output().unwrap();
        assert_eq!(ended.status.code(), Some(exit::UNWRITTEN.into()));
        let errors = String::from_utf8_lossy(&ended.stderr);
        assert!(errors.contains("timeout while the evidence was written"), "{errors}");
    }
}
