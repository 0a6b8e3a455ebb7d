//! The work done on a fixed list of files stays within a factor of what `tests/counters.csv` records.
//!
//! Counters, not seconds: they are the same on every machine. After a change that is meant to alter them,
//! `ALPHORN_COUNTERS=write cargo test --test counters` records the new ones; a run joins the list as a line with zeros.
//! A run is a file and options, so that the search is watched without what decides small files before it. Most name the
//! engine: the default one gives turns by the clock, and has a few files here that end long before its first turn does.

use std::{env, fs, path::Path, process::Command, sync::Mutex, thread};

/// A count may grow by half of itself and by this, which matters to small ones.
const SLACK: u64 = 10;

/// The list: the names of the counters, and for each run a count for each of them.
struct Record {
    counters: Vec<String>,
    runs: Vec<(String, Vec<u64>)>,
}

impl Record {
    fn parse(text: &str) -> Self {
        let mut lines = text.lines().map(|line| line.split(',').map(str::to_string));
        let header = lines.next().expect("a header");
        let runs = lines.map(|mut fields| {
            let arguments = fields.next().expect("a file and options");
            (arguments, fields.map(|count| count.parse().expect("a count")).collect())
        });
        Self { counters: header.skip(1).collect(), runs: runs.collect() }
    }

    fn text(&self) -> String {
        let header = format!("run,{}\n", self.counters.join(","));
        let lines = self.runs.iter().map(|(arguments, counts)| {
            let counts: Vec<_> = counts.iter().map(u64::to_string).collect();
            format!("{arguments},{}\n", counts.join(","))
        });
        header + &lines.collect::<String>()
    }

    /// What grew too much, a line each; `measured` has the counts of every run in the order of the list.
    fn grown(&self, measured: &[Vec<u64>]) -> Vec<String> {
        let mut grown = Vec::new();
        for ((run, recorded), now) in self.runs.iter().zip(measured) {
            for ((name, recorded), now) in self.counters.iter().zip(recorded).zip(now) {
                if *now > recorded + recorded / 2 + SLACK {
                    grown.push(format!("{run}: {name} {now}, recorded {recorded}"));
                }
            }
        }
        grown
    }
}

#[test]
fn a_doubled_count_is_told_and_a_little_more_is_not() {
    let record = Record::parse("run,smt-calls,la-conflicts\na.smt2 --engine la,100,4\nb.smt2,0,0\n");
    assert_eq!(record.grown(&[vec![100, 4], vec![0, 0]]), [""; 0]);
    assert_eq!(record.grown(&[vec![160, 16], vec![10, 0]]), [""; 0]);
    assert_eq!(record.grown(&[vec![200, 4], vec![0, 0]]), ["a.smt2 --engine la: smt-calls 200, recorded 100"]);
    let both = ["a.smt2 --engine la: la-conflicts 17, recorded 4", "b.smt2: smt-calls 11, recorded 0"];
    assert_eq!(record.grown(&[vec![50, 17], vec![11, 0]]), both);
    assert_eq!(Record::parse(&record.text()).runs, record.runs, "it is written as it is read");
}

#[test]
fn counters_stay_within_a_factor() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("tests/counters.csv");
    let mut record = Record::parse(&fs::read_to_string(&path).unwrap());
    assert!(record.runs.len() >= 40, "the list has only {} runs", record.runs.len());
    let measured = measure(root, &record);
    for (index, name) in record.counters.iter().enumerate() {
        assert!(measured.iter().any(|counts| counts[index] > 0), "no run reports {name}: was it renamed?");
    }
    let grown = record.grown(&measured);
    if env::var("ALPHORN_COUNTERS").is_ok_and(|mode| mode == "write") {
        for ((_, recorded), now) in record.runs.iter_mut().zip(measured) {
            *recorded = now;
        }
        fs::write(&path, record.text()).unwrap();
        return;
    }
    assert!(grown.is_empty(), "more than half as much work again, and {SLACK}:\n{}", grown.join("\n"));
}

/// The counts of every run, in the order of the list.
fn measure(root: &Path, record: &Record) -> Vec<Vec<u64>> {
    let next = Mutex::new(record.runs.iter().enumerate());
    let results = Mutex::new(vec![Vec::new(); record.runs.len()]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some((index, (arguments, _))) = next.lock().unwrap().next() else { break };
                    let counts = counts(root, arguments, &record.counters);
                    results.lock().unwrap()[index] = counts;
                }
            });
        }
    });
    results.into_inner().unwrap()
}

fn counts(root: &Path, arguments: &str, counters: &[String]) -> Vec<u64> {
    let run = Command::new(env!("CARGO_BIN_EXE_alphorn"))
        .args(["--statistics=json", "--timeout", "120"])
        .args(arguments.split(' '))
        .current_dir(root)
        .output()
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    let verdict = out.lines().next().unwrap_or_default();
    assert!(verdict == "sat" || verdict == "unsat", "{arguments}: {verdict}: {err}");
    let line = err.lines().rfind(|line| line.starts_with('{')).unwrap_or("{}");
    let statistics: serde_json::Value = serde_json::from_str(line).unwrap();
    // What was decided before the search began has no counters of the search.
    counters.iter().map(|name| statistics[name.as_str()].as_u64().unwrap_or(0)).collect()
}
