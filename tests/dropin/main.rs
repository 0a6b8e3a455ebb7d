//! Plays the tables of how a dialect behaves beside the solver that it imitates.
//!
//! A row is a call, perhaps with files and a script on standard input; what the other solver prints on standard output and
//! its exit code, and ours. `ours same` is what we wish for; where we differ a line says why. The other solver is played
//! too where it is there, so the table says nothing of it that is not so.

#[path = "../common/mod.rs"]
mod common;
mod table;

use common::root;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use table::{Played, Row, rows};

/// Where another solver is, if it is there.
fn other(program: &str) -> Option<PathBuf> {
    let path = match program {
        "z3" => root().join("third_party/z3/bin/z3"),
        _ => ["../shared/rivals", "../../shared/rivals"]
            .iter()
            .map(|p| root().join(p))
            .find(|p| p.is_dir())?
            .join(program),
    };
    path.is_file().then_some(path)
}

/// Plays a row with a program in a folder of its own. The exit code is the one that a shell sees.
fn play(program: &Path, row: &Row) -> Played {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in &row.files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut child = Command::new(program)
        .args(&row.call[1..])
        .current_dir(folder.path())
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone.
    let _ = child.stdin.take().unwrap().write_all(row.input.as_deref().unwrap_or_default().as_bytes());
    let output = child.wait_with_output().unwrap();
    let signal = std::os::unix::process::ExitStatusExt::signal(&output.status).map(|number| number + 128);
    let mut out = String::from_utf8(output.stdout).unwrap();
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    Played { code: output.status.code().or(signal).unwrap(), out, err }
}

fn table(name: &str) -> Vec<Row> {
    rows(&fs::read_to_string(root().join("tests/dropin").join(name)).unwrap())
}

/// Plays our side of a table. Programs are called by the other solver's name.
fn play_ours(name: &str) {
    let links = tempfile::tempdir().unwrap();
    let mut failures = String::new();
    for row in table(name) {
        let link = links.path().join(&row.call[0]);
        if !link.exists() {
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_alphorn"), &link).unwrap();
        }
        let (found, expected) = (play(&link, &row), row.ours());
        if !expected.is_met_by(&found) || row.says.as_ref().is_some_and(|text| !found.err.contains(text)) {
            failures += &format!("## {}\nexpected\n{expected}found\n{found}\n", row.title);
        }
    }
    assert!(failures.is_empty(), "{name}\n{failures}");
}

/// Plays the other side, where the other solver is there.
fn play_theirs(name: &str) {
    let mut failures = String::new();
    for row in table(name) {
        let Some(program) = other(&row.call[0]) else {
            eprintln!("skipped: there is no {}", row.call[0]);
            return;
        };
        // What the other solver does is not stated where it may take for ever.
        let Some(expected) = &row.theirs else { continue };
        let found = play(&program, &row);
        let is_said = row.says.as_ref().is_none_or(|text| found.err.contains(text));
        if !is_said || !expected.is_met_by(&found) {
            failures += &format!("## {}\nexpected\n{expected}found\n{found}\n", row.title);
        }
    }
    assert!(failures.is_empty(), "{name}\n{failures}");
}

#[test]
fn in_place_of_z3() {
    play_ours("z3.txt");
}

#[test]
fn what_is_said_of_z3_is_so() {
    play_theirs("z3.txt");
}

#[test]
fn in_place_of_golem() {
    play_ours("golem.txt");
}

#[test]
fn what_is_said_of_golem_is_so() {
    play_theirs("golem.txt");
}

#[test]
fn in_place_of_eldarica() {
    play_ours("eld.txt");
}

#[test]
fn what_is_said_of_eldarica_is_so() {
    play_theirs("eld.txt");
}

#[test]
fn in_place_of_hoice() {
    play_ours("hoice.txt");
}

/// Wherever both give a verdict it is the same one, and every difference has its reason.
#[test]
fn no_verdict_differs_and_every_difference_is_explained() {
    for name in ["z3.txt", "golem.txt", "eld.txt", "hoice.txt"] {
        for row in table(name) {
            // What is only documented is not played.
            let Some(theirs) = &row.theirs else { continue };
            let differs = row.stated.is_some();
            assert_eq!(differs, row.because.is_some(), "{name}: {}", row.title);
            let decided = theirs.verdicts().zip(row.ours().verdicts());
            assert!(
                decided.into_iter().all(|(a, b)| a == b || a == "unknown" || b == "unknown"),
                "{name}: {}",
                row.title
            );
        }
    }
}
