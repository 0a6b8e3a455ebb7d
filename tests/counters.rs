//! The work done on a fixed list of files stays within a factor of what `tests/counters.csv` records.
//!
//! Counters, not seconds: they are the same on every machine. After a change that is meant to alter them,
//! `ALPHORN_COUNTERS=write cargo test --test counters` records the new ones; a file joins the list as a line with zeros.

use std::{env, fs, path::Path, process::Command, sync::Mutex, thread};

/// How many times the recorded count is allowed.
const FACTOR: u64 = 2;
/// What small counts may grow by besides.
const SLACK: u64 = 10;

/// The list: the names of the counters, and for each file a count for each of them.
struct Record {
    counters: Vec<String>,
    files: Vec<(String, Vec<u64>)>,
}

impl Record {
    fn parse(text: &str) -> Self {
        let mut lines = text.lines().map(|line| line.split(',').map(str::to_string));
        let header = lines.next().expect("a header");
        let files = lines.map(|mut fields| {
            let path = fields.next().expect("a path");
            (path, fields.map(|count| count.parse().expect("a count")).collect())
        });
        Self { counters: header.skip(1).collect(), files: files.collect() }
    }

    fn text(&self) -> String {
        let header = format!("path,{}\n", self.counters.join(","));
        let lines = self.files.iter().map(|(path, counts)| {
            let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
            format!("{path},{}\n", counts.join(","))
        });
        header + &lines.collect::<String>()
    }
}

#[test]
fn counters_stay_within_a_factor() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("tests/counters.csv");
    let mut record = Record::parse(&fs::read_to_string(&path).unwrap());
    assert!(record.files.len() >= 20, "the list has only {} files", record.files.len());
    let measured = measure(root, &record);
    let mut grown = Vec::new();
    for ((file, recorded), now) in record.files.iter().zip(&measured) {
        for ((name, recorded), now) in record.counters.iter().zip(recorded).zip(now) {
            if *now > FACTOR * recorded + SLACK {
                grown.push(format!("{file}: {name} {now}, recorded {recorded}"));
            }
        }
    }
    if env::var("ALPHORN_COUNTERS").is_ok_and(|mode| mode == "write") {
        for ((_, recorded), now) in record.files.iter_mut().zip(measured) {
            *recorded = now;
        }
        fs::write(&path, record.text()).unwrap();
        return;
    }
    assert!(grown.is_empty(), "more than {FACTOR} times the work, and {SLACK}:\n{}", grown.join("\n"));
}

/// The counts of every file, in the order of the list.
fn measure(root: &Path, record: &Record) -> Vec<Vec<u64>> {
    let next = Mutex::new(record.files.iter().enumerate());
    let results = Mutex::new(vec![Vec::new(); record.files.len()]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some((index, (file, _))) = next.lock().unwrap().next() else { break };
                    let counts = counts(&root.join(file), &record.counters);
                    results.lock().unwrap()[index] = counts;
                }
            });
        }
    });
    results.into_inner().unwrap()
}

fn counts(file: &Path, counters: &[String]) -> Vec<u64> {
    let run = Command::new(env!("CARGO_BIN_EXE_alphorn"))
        .args(["--statistics=json", "--timeout", "120"])
        .arg(file)
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    let verdict = out.lines().next().unwrap_or_default();
    assert!(verdict == "sat" || verdict == "unsat", "{}: {verdict}: {err}", file.display());
    let line = err.lines().rfind(|line| line.starts_with('{')).unwrap_or("{}");
    let statistics: serde_json::Value = serde_json::from_str(line).unwrap();
    let count = |name: &String| {
        statistics[name.as_str()].as_u64().unwrap_or_else(|| panic!("{}: no counter {name} in {line}", file.display()))
    };
    counters.iter().map(count).collect()
}
