//! What several tests share: the binary, files to run it on, random problems, and answers without the command line.

#![allow(dead_code, reason = "each test uses a part")]

pub mod competition;
pub mod generator;
pub mod linear;
pub mod script;

use assert_cmd::Command;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The binary, with an environment in which nothing is set for it.
pub fn alphorn() -> Command {
    let mut command = Command::cargo_bin("alphorn").unwrap();
    command.env_remove("RUST_LOG").env_remove("LD_LIBRARY_PATH").current_dir(root());
    command
}

/// The repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The scripts of the repository whose path is wanted, in order.
pub fn scripts(is_wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut folders = vec![root().join("benchmarks"), root().join("tests/corpus")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "smt2") && is_wanted(&path.display().to_string()) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Other people's problems by set and stated verdict, where the folder `../shared/bench`, or what `ALPHORN_BENCH` names, is
/// there.
pub fn bench(is_wanted: impl Fn(&str, &str) -> bool) -> Option<Vec<PathBuf>> {
    let folder = std::env::var_os("ALPHORN_BENCH").map_or_else(|| root().join("../shared/bench"), PathBuf::from);
    let Ok(index) = fs::read_to_string(folder.join("index.csv")) else {
        eprintln!("skipped: there is no {}", folder.display());
        return None;
    };
    let file = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        is_wanted(fields[0], fields[2]).then(|| folder.join(fields[3]))
    };
    Some(index.lines().skip(1).filter_map(file).collect())
}

/// The path of a program, if it is installed.
pub fn program(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file());
    if found.is_none() {
        eprintln!("skipped: there is no {name}");
    }
    found
}

/// The z3 of `scripts/setup`, as a solver in a process of its own.
pub fn z3() -> String {
    format!("{} -in", root().join("third_party/z3/bin/z3").display())
}

/// Solvers other than the built-in one: those of `ALPHORN_SOLVERS`, a line each; or Z3's binary, and cvc5 where it is installed.
pub fn solvers() -> Vec<String> {
    if let Ok(named) = std::env::var("ALPHORN_SOLVERS") {
        return named.lines().map(String::from).collect();
    }
    let cvc5 = program("cvc5").map(|_| "cvc5 --lang=smt2 --incremental".to_string());
    [Some(z3()), cvc5].into_iter().flatten().collect()
}
