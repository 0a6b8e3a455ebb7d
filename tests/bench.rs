//! Other people's problems, where the folder `../shared/bench` is there: all are read and normalised, and no verdict on the
//! small ones is wrong.

use alphorn::{
    horn::{self, Description, normalise},
    smtlib::{Command, Reader, Source},
    term::Terms,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process,
};

/// The folder and the rows of its index: set, track, verdict, path.
fn bench() -> Option<(PathBuf, Vec<[String; 4]>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/bench");
    let Ok(index) = fs::read_to_string(folder.join("index.csv")) else {
        eprintln!("skipped: there is no {}", folder.display());
        return None;
    };
    let rows = index.lines().skip(1).map(|line| {
        let mut fields = line.split(',').map(str::to_string);
        [(); 4].map(|()| fields.next().unwrap_or_default())
    });
    Some((folder, rows.collect()))
}

fn describe(text: &str) -> Result<Description, String> {
    let (mut terms, mut reader, source) = (Terms::new(), Reader::new(), Source::whole("test", text));
    let mut assertions = Vec::new();
    while let Some(spanned) = reader.next(&mut terms, &source).map_err(|e| e.to_string())? {
        let term = match spanned.command {
            Command::Assert(assertion) | Command::Rule(assertion) => assertion.term,
            Command::Query(query) => query.clause,
            _ => continue,
        };
        assertions.push(horn::Assertion { term, offset: spanned.span.start });
    }
    let problem = normalise(&mut terms, reader.declared(), &assertions).map_err(|e| e.to_string())?;
    Ok(Description::of(&terms, &problem))
}

#[test]
fn every_file_is_read_and_normalised() {
    let Some((folder, rows)) = bench() else { return };
    for [_, track, verdict, path] in rows {
        let text = fs::read_to_string(folder.join(&path)).unwrap();
        match describe(&text) {
            Err(error) => assert_eq!(verdict, "error", "{path}: {error}"),
            Ok(description) => {
                assert_ne!(verdict, "error", "{path}");
                // The index names tracks by the origin; where linearity is in the name, ours must agree.
                if track.contains("-Lin") && !path.contains("hoice") {
                    assert!(description.linear, "{path}: {description}");
                }
                assert!(!track.contains("ADT") || description.track.starts_with("ADT"), "{path}: {description}");
                assert!(!track.starts_with("BV") || description.track.starts_with("BV"), "{path}: {description}");
            }
        }
    }
}

#[test]
fn no_verdict_on_a_small_file_is_wrong() {
    let Some((folder, rows)) = bench() else { return };
    let mut derivations = (0, 0);
    for [set, _, expected, path] in rows {
        if set != "smoke" {
            continue;
        }
        let run = process::Command::new(env!("CARGO_BIN_EXE_alphorn"))
            .args(["--timeout", if expected == "unsat" { "30" } else { "1" }])
            .arg(folder.join(&path))
            .output()
            .unwrap();
        let verdict = String::from_utf8_lossy(&run.stdout).lines().next().unwrap_or_default().to_string();
        assert!(verdict == expected || verdict == "unknown", "{path}: {verdict}, expected {expected}");
        assert!(run.status.success(), "{path}: {}", String::from_utf8_lossy(&run.stderr));
        if expected == "unsat" {
            derivations = (derivations.0 + usize::from(verdict == expected), derivations.1 + 1);
        }
    }
    assert_eq!(derivations.0, derivations.1, "derivations found, and to be found");
}
