//! Every file of `tests/corpus` and `benchmarks` is answered as it says, or left open where the engine cannot know.
//!
//! The binary checks its evidence before it prints a verdict, so a verdict here is a checked one. Every engine runs the
//! same cases.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Mutex,
    thread,
};

/// What a file says about itself.
struct Case {
    path: PathBuf,
    /// The verdicts expected, one for each answer of the script.
    expected: Vec<String>,
    /// Whether the engine must answer; otherwise `unknown` is fine, a wrong verdict is not.
    must_answer: bool,
}

#[test]
fn corpus_by_unwinding() {
    run("bmc", &corpus());
}

#[test]
fn corpus_by_lazy_annotation() {
    let open = corpus().into_iter().map(|case| Case { must_answer: false, ..case });
    run("la", &open.collect::<Vec<_>>());
}

#[test]
fn corpus_by_default() {
    run("auto", &corpus());
}

fn corpus() -> Vec<Case> {
    let mut cases = Vec::new();
    for (folder, verdict) in [("sat", "sat"), ("unsat", "unsat")] {
        for path in files(&root().join("tests/corpus").join(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            let must_answer = !text.contains("; needs: induction");
            let mut expected = stated(&text);
            if expected.is_empty() {
                expected.push(verdict.into());
            }
            assert_eq!(expected[0], verdict, "{} is in the wrong folder", path.display());
            cases.push(Case { path, expected, must_answer });
        }
    }
    assert!(cases.len() >= 45, "the corpus has only {} files", cases.len());
    cases
}

#[test]
fn benchmarks_by_unwinding() {
    // Proofs by induction are not for this engine.
    run("bmc", &benchmarks(|stem| stem.ends_with("-unsafe")));
}

#[test]
fn benchmarks_by_default() {
    // One needs a pass that is run only when it is asked for; `tests/transform` does.
    run("auto", &benchmarks(|stem| stem != "hoisted-safe"));
}

fn benchmarks(must_answer: impl Fn(&str) -> bool) -> Vec<Case> {
    let mut cases = Vec::new();
    for path in files(&root().join("benchmarks")) {
        let text = fs::read_to_string(&path).unwrap();
        let expected = stated(&text);
        assert!(!expected.is_empty(), "{} does not say what is expected", path.display());
        let must_answer = must_answer(&path.file_stem().unwrap_or_default().to_string_lossy());
        cases.push(Case { path, expected, must_answer });
    }
    assert!(cases.len() >= 30, "there are only {} benchmarks", cases.len());
    cases
}

/// The verdicts that a script states, one for each question.
fn stated(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("(set-info :status "));
    lines.map(|rest| rest.trim_end_matches(')').to_string()).collect()
}

fn run(engine: &str, cases: &[Case]) {
    let next = Mutex::new(cases.iter());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(case) = next.lock().unwrap().next() else { break };
                    if let Err(failure) = check(engine, case) {
                        failures.lock().unwrap().push(format!("{}: {failure}", case.path.display()));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

fn check(engine: &str, case: &Case) -> Result<(), String> {
    let timeout = if case.must_answer { "60" } else { "0.5" };
    let run = Command::new(env!("CARGO_BIN_EXE_alphorn"))
        .args(["--engine", engine, "--timeout", timeout])
        .arg(&case.path)
        .output()
        .map_err(|e| e.to_string())?;
    let out = String::from_utf8_lossy(&run.stdout);
    let err = String::from_utf8_lossy(&run.stderr);
    if !run.status.success() {
        return Err(format!("exit {}: {out}{err}", run.status));
    }
    let answers: Vec<&str> = out.lines().filter(|line| matches!(*line, "sat" | "unsat" | "unknown")).collect();
    let same =
        |(answer, expected): (&&str, &String)| **answer == *expected || (*answer == "unknown" && !case.must_answer);
    if answers.len() == case.expected.len() && answers.iter().zip(&case.expected).all(same) {
        return Ok(());
    }
    Err(format!("answered {answers:?}, expected {:?}: {err}", case.expected))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All `.smt2` files below a folder, in a fixed order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_path_buf()];
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|e| e == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
