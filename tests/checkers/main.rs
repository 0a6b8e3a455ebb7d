//! Our evidence before other people's checkers: Alethe proofs before Carcara, models before the competition's validator.
//!
//! This harness is our own since Rust's cannot say that a test was skipped: where a checker is not there, its tests count as
//! ignored, with the reason. Carcara is what `ALPHORN_CARCARA` names, or in the folder ../shared/rivals, or on the path; the
//! validator (`validate-model.py`, which needs Python 3 and its package `ply`) what `ALPHORN_VALIDATOR` names, or in the same
//! folder. `ALPHORN_SKIPPED` names a file to which the skipped tests are added, a line each.

#[path = "../common/mod.rs"]
mod common;

mod proofs;
mod validator;

use std::{
    env, fs,
    io::Write,
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    process::ExitCode,
};

/// A test gives what it has seen, or why it was skipped.
type Test = fn() -> Result<String, String>;

const TESTS: [(&str, Test); 6] = [
    ("carcara_accepts_the_proofs_of_the_repositorys_problems", proofs::of_the_repository),
    ("carcara_accepts_the_proofs_of_random_problems", proofs::of_random_problems),
    ("carcara_refuses_changed_proofs", proofs::changed),
    ("carcara_accepts_what_it_could_not_read", proofs::by_hand),
    ("the_table_of_proofs_is_made", proofs::table),
    ("the_validator_accepts_the_models_of_the_repositorys_problems", validator::of_the_repository),
];

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let wanted: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let is_exact = args.iter().any(|arg| arg == "--exact");
    let chosen = |name: &str| {
        wanted.is_empty() || wanted.iter().any(|part| if is_exact { *part == name } else { name.contains(*part) })
    };
    let tests: Vec<(&str, Test)> = TESTS.into_iter().filter(|(name, _)| chosen(name)).collect();
    if args.iter().any(|arg| arg == "--list") {
        tests.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests", tests.len());
    let (mut passed, mut failed, mut ignored) = (0, 0, 0);
    for (name, test) in &tests {
        match panic::catch_unwind(AssertUnwindSafe(test)) {
            Ok(Ok(seen)) => {
                println!("test {name} ... ok ({seen})");
                passed += 1;
            }
            Ok(Err(why)) => {
                println!("test {name} ... ignored, {why}");
                tell_skipped(name, &why);
                ignored += 1;
            }
            Err(_) => {
                println!("test {name} ... FAILED");
                failed += 1;
            }
        }
    }
    let out = TESTS.len() - tests.len();
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {word}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; {out} filtered out\n"
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(101) }
}

fn tell_skipped(name: &str, why: &str) {
    let Some(path) = env::var_os("ALPHORN_SKIPPED") else { return };
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
    writeln!(file, "{name}: {why}").unwrap();
}

/// A checker: what the variable names, or the file in ../shared/rivals, or the program on the path.
fn checker(variable: &str, file: &str) -> Result<PathBuf, String> {
    if let Some(named) = env::var_os(variable) {
        let path = PathBuf::from(named);
        return if path.is_file() { Ok(path) } else { Err(format!("{variable} names no file: {}", path.display())) };
    }
    let beside = common::root().join("../shared/rivals").join(file);
    let found = beside.is_file().then_some(beside).or_else(|| common::program(file));
    found.ok_or_else(|| format!("there is no {file}: {variable} can name one"))
}

/// A script that asks for no evidence by itself.
fn quiet(script: &str) -> String {
    let lines = script.lines().filter(|line| !line.starts_with("(get-"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The answers to a script's questions: the verdict, and the evidence.
fn answers(args: &[&str], script: &str) -> Vec<(String, String)> {
    let output =
        common::alphorn().args(["--evidence", "--timeout", "20"]).args(args).write_stdin(script).output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let mut answers: Vec<(String, String)> = Vec::new();
    for line in output.lines() {
        match (line, answers.last_mut()) {
            ("sat" | "unsat" | "unknown", _) => answers.push((line.into(), String::new())),
            (_, Some((_, evidence))) => {
                evidence.push_str(line);
                evidence.push('\n');
            }
            _ => {}
        }
    }
    answers
}
