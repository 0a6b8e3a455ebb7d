//! Other solvers as members of the portfolio. Stand-ins are shell scripts, and Alphorn itself in the guise of each solver.
#![cfg(unix)]

use assert_cmd::Command;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

fn alphorn() -> Command {
    let mut command = Command::cargo_bin("alphorn").unwrap();
    command.env_remove("RUST_LOG").env_remove("LD_LIBRARY_PATH").current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn first_line(command: &mut Command) -> String {
    let output = command.output().unwrap();
    String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_string()
}

/// A loop without end that is safe, and that unwinding cannot prove.
const DIVERGES: &str = "(set-logic HORN)(declare-fun P (Int Int) Bool)(assert (P 0 0))
(assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (not (= x y))) false)))(check-sat)";
/// A loop whose derivation is too long for unwinding.
const LONG: &str = "(set-logic HORN)(declare-datatypes ((C 0)) (((red) (blue))))(declare-fun |P 1| (Int Real C) Bool)
(assert (|P 1| 0 0.0 red))
(assert (forall ((x Int) (y Real) (c C)) (=> (|P 1| x y c) (|P 1| (+ x 1) (- y 0.5) (ite (= c red) blue red)))))
(assert (forall ((x Int) (y Real) (c C)) (=> (|P 1| x y c) (< x 1000))))(check-sat)";

/// An executable script for the shell in a folder.
fn shell_script(folder: &Path, name: &str, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// What unwinding cannot prove is proved by another solver, if its solution holds.
#[test]
fn another_solver_takes_part_and_only_good_solutions_count() {
    let folder = tempfile::tempdir().unwrap();
    let saying = |name: &str, body: &str| {
        shell_script(folder.path(), name, &format!("echo sat; echo '(define-fun P ((a Int) (b Int)) Bool {body})'"))
    };
    let run = |solver: &str, seconds: &str| {
        let portfolio = ["--engine", "portfolio", "--members", "bmc", "--transform", "none", "--timeout", seconds];
        first_line(alphorn().args(portfolio).args(["--with-solver", solver]).write_stdin(DIVERGES))
    };
    assert_eq!(run(&saying("good", "(= a b)"), "30"), "sat");
    assert_eq!(run(&saying("bad", "(>= a b)"), "2"), "unknown");
}

/// The race is over long before the launched program is.
#[test]
fn a_slow_launcher_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let slow = shell_script(folder.path(), "slow", "sleep 100; true");
    let start = Instant::now();
    let portfolio = ["--engine", "portfolio", "--threads", "2", "--with-solver", &slow];
    assert_eq!(first_line(alphorn().args(portfolio).arg("benchmarks/papers/cav06/lock-safe.smt2")), "sat");
    assert!(start.elapsed() < Duration::from_secs(50), "took {:?}", start.elapsed());
}

/// Nothing is asked of what stands between the facts, so all dialects are understood.
#[test]
fn derivations_of_other_solvers_count_in_every_dialect() {
    let own = assert_cmd::cargo::cargo_bin("alphorn").display().to_string();
    let guises =
        ["--compat golem --print-witness", "--compat eld -cex", "--compat eld -scex", "--compat z3", "--evidence"];
    for guise in guises {
        let solver = format!("{own} {guise}");
        let portfolio = ["--engine", "portfolio", "--members", "bmc", "--threads", "2", "--transform", "none"];
        let mut command = alphorn();
        let output = command.args(portfolio).args(["--statistics", "--with-solver", &solver]).write_stdin(LONG);
        let output = output.output().unwrap();
        let (said, counted) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(said.starts_with("unsat"), "{guise}: {said}");
        let won = [&said, &counted].into_iter().any(|text| text.contains("portfolio-won-by-foreign"));
        assert!(won, "{guise}: {said}{counted}");
    }
}

#[test]
fn a_derivation_that_does_not_hold_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let liar = shell_script(
        folder.path(),
        "liar",
        "echo unsat; echo '0: FALSE -> 1'; echo '1: P(0, 1) -> 2'; echo '2: P(0, 0)'",
    );
    let portfolio = ["--engine", "portfolio", "--members", "bmc", "--transform", "none", "--timeout", "3"];
    assert_eq!(first_line(alphorn().args(portfolio).args(["--with-solver", &liar]).write_stdin(DIVERGES)), "unknown");
}
