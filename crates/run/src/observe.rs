//! What a run shows while it works: events for a log and a trace, and numbers for a progress line.

use serde_json::{Map, Value};
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

/// Takes the events of a run; the default takes none but for the log.
#[derive(Clone, Debug, Default)]
pub struct Observer {
    trace: Option<Arc<Trace>>,
    progress: Arc<Progress>,
}

#[derive(Debug)]
struct Trace {
    start: Instant,
    file: Mutex<BufWriter<File>>,
    /// The first error of writing. The run goes on; who ends it tells.
    failed: OnceLock<std::io::Error>,
}

/// Where the search is.
#[derive(Debug, Default)]
pub struct Progress {
    /// The bound on levels.
    pub bound: AtomicU64,
    /// Subgoals expanded in the goal.
    pub depth: AtomicU64,
    /// Lemmas learned.
    pub lemmas: AtomicU64,
    /// Calls of the SMT solver.
    pub calls: AtomicU64,
}

impl Progress {
    /// One line about it.
    pub fn line(&self, start: Instant) -> String {
        let [bound, depth, lemmas, calls] =
            [&self.bound, &self.depth, &self.lemmas, &self.calls].map(|number| number.load(Relaxed));
        let seconds = start.elapsed().as_secs_f64();
        let rate = calls as f64 / seconds.max(1e-3);
        format!("bound {bound}, goal depth {depth}, {lemmas} lemmas, {rate:.0} SMT calls/s, {seconds:.0} s")
    }
}

impl Observer {
    /// Writes every event to a file as well, as one JSON object a line: to a new one, or at the end of one that was begun.
    pub fn tracing(path: &Path, goes_on: bool) -> std::io::Result<Observer> {
        let file = File::options().create(true).write(true).append(goes_on).truncate(!goes_on).open(path)?;
        let trace = Trace { start: Instant::now(), file: Mutex::new(BufWriter::new(file)), failed: OnceLock::new() };
        Ok(Observer { trace: Some(Arc::new(trace)), ..Observer::default() })
    }

    /// The numbers, for whoever shows them and whoever sets them.
    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Notes an event. What it says is only worked out when somebody listens.
    pub fn note(&self, event: &str, fields: impl FnOnce() -> Value) {
        if self.trace.is_none() && !log::log_enabled!(log::Level::Debug) {
            return;
        }
        let fields = match fields() {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        let words: Vec<String> = fields.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect();
        log::debug!("{event}: {}", words.join(", "));
        if let Some(trace) = &self.trace {
            let mut object = Map::from_iter([("event".to_string(), Value::from(event))]);
            object.insert("seconds".into(), Value::from((trace.start.elapsed().as_secs_f64() * 1e6).round() / 1e6));
            object.extend(fields);
            let mut file = trace.file.lock().unwrap_or_else(|e| e.into_inner());
            if trace.failed.get().is_some() {
                return;
            }
            if let Err(error) = writeln!(file, "{}", Value::Object(object)).and_then(|()| file.flush()) {
                // A full disk must not end the run; what could be written stays, and only the first error counts.
                let _ = trace.failed.set(error);
            }
        }
    }

    /// Whether all that was to be written was.
    pub fn finish(&self) -> Result<(), &std::io::Error> {
        self.trace.as_ref().and_then(|trace| trace.failed.get()).map_or(Ok(()), Err)
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_trace_has_one_object_a_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let observer = Observer::tracing(file.path(), false).unwrap();
        observer.note("lemma", || json!({"predicate": "p", "level": 3}));
        observer.note("back-jump", || json!({"length": 2}));
        let text = std::fs::read_to_string(file.path()).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!((&lines[0]["event"], &lines[0]["level"]), (&json!("lemma"), &json!(3)));
        assert!(lines[1]["seconds"].as_f64().unwrap() >= 0.0);
    }

    #[test]
    fn a_full_disk_is_told_at_the_end() {
        let observer = Observer::tracing(Path::new("/dev/full"), false).unwrap();
        assert!(observer.finish().is_ok());
        observer.note("lemma", || json!({}));
        observer.note("lemma", || json!({}));
        assert!(observer.finish().is_err());
    }

    #[test]
    fn a_trace_that_was_begun_goes_on() {
        let file = tempfile::NamedTempFile::new().unwrap();
        Observer::tracing(file.path(), false).unwrap().note("lemma", || json!({}));
        Observer::tracing(file.path(), true).unwrap().note("lemma", || json!({}));
        assert_eq!(std::fs::read_to_string(file.path()).unwrap().lines().count(), 2);
    }

    #[test]
    fn nothing_is_worked_out_when_nobody_listens() {
        Observer::default().note("lemma", || panic!("nobody listens"));
    }

    #[test]
    fn the_progress_line_has_all_numbers() {
        let progress = Progress::default();
        progress.bound.store(7, Relaxed);
        progress.lemmas.store(12, Relaxed);
        let line = progress.line(Instant::now());
        assert!(line.starts_with("bound 7, goal depth 0, 12 lemmas, 0 SMT calls/s"), "{line}");
    }
}
