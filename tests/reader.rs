//! The reader on bad input, on large input and on other people's problems.

use alphorn::{
    smtlib::{Command, ReadError, Reader, Source, Spanned, decode},
    term::Terms,
};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// All commands of a text, or the first mistake.
fn read(text: &str) -> Result<Vec<Spanned>, ReadError> {
    let (mut reader, mut terms, source) = (Reader::new(), Terms::new(), Source::whole("test", text));
    let mut commands = Vec::new();
    while let Some(command) = reader.next(&mut terms, &source)? {
        commands.push(command);
    }
    Ok(commands)
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "smt2") {
            found.push(path);
        }
    }
}

/// The benchmark folder beside the repository, if it is there.
fn bench() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = ["../shared/bench", "../../shared/bench"].iter().map(|p| root.join(p)).find(|p| p.is_dir());
    if found.is_none() {
        eprintln!("skipped: no folder ../shared/bench");
    }
    found
}

/// Each file says in its first line where its mistake is and a part of what is said about it:
/// `; expect: line:column: message`.
#[test]
fn every_mistake_is_named_at_its_place() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/error"), &mut paths);
    assert!(paths.len() >= 45, "only {} files in tests/error", paths.len());
    let mut failures = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().and_then(|l| l.strip_prefix("; expect: ")).unwrap_or("no expectation");
        let found = match read(&text) {
            Ok(_) => "no error".to_string(),
            Err(error) => {
                let place = error.position(&text);
                let help = error.help.map(|h| format!(" ({h})")).unwrap_or_default();
                format!("{}:{}: {}{help}", place.line, place.column, error.message)
            }
        };
        let (place, message) = expected.split_once(": ").unwrap_or((expected, ""));
        if !(found.starts_with(&format!("{place}: ")) && found.contains(message)) {
            failures.push(format!("{}\n  expected {expected}\n  found    {found}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_benchmarks_are_read() {
    let Some(folder) = bench() else { return };
    let index = fs::read_to_string(folder.join("index.csv")).unwrap();
    let mut failures = Vec::new();
    let mut good = 0;
    for row in index.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let (verdict, path) = (fields[2], fields[3]);
        let text = fs::read_to_string(folder.join(path)).unwrap();
        match (read(&text), verdict) {
            (Ok(_), "error") => failures.push(format!("{path}: read without error")),
            (Ok(commands), _) => {
                // Not every file has a `check-sat`.
                let says = |c: &Spanned| matches!(c.command, Command::Assert(_));
                if commands.iter().any(says) {
                    good += 1;
                } else {
                    failures.push(format!("{path}: no assertion"));
                }
            }
            (Err(error), "error") => {
                assert_eq!(error.position(&text).line, 8, "{}", error.render(path, &text));
                assert!(error.message.contains("unknown sort `uint_array_tuple`"), "{}", error.message);
            }
            (Err(error), _) => failures.push(error.render(path, &text)),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(good, 502);
}

/// `cargo test --release --test reader -- --ignored --nocapture speed`
#[test]
#[ignore = "a measurement"]
fn speed_over_all_benchmarks() {
    let Some(folder) = bench() else { return };
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    let texts: Vec<String> = paths.iter().map(|p| fs::read_to_string(p).unwrap()).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        for text in &texts {
            let _ = std::hint::black_box(read(text));
        }
        best = best.min(start.elapsed());
    }
    let speed = bytes as f64 / 1e6 / best.as_secs_f64();
    println!("{} files, {:.1} MB in {best:.2?}: {speed:.0} MB/s", texts.len(), bytes as f64 / 1e6);
    assert!(speed > 20.0);
}
