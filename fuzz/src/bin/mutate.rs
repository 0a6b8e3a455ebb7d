//! A small mutating driver for the targets, where libFuzzer is not at hand.
//!
//!     mutate TARGET|all [--seconds N] [--count N] [--seed N] [--keep FOLDER] FOLDER…
//!
//! Files of the folders are changed and given to the target. An input that panics is kept. What ends the process is in
//! `FOLDER/current-TARGET`, where each input is written before it is tried.

use alphorn_fuzz::{EVIDENCE, TARGETS, Target};
use std::{
    env, fs, panic,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

struct Arguments {
    target: String,
    seconds: u64,
    count: u64,
    seed: u64,
    keep: PathBuf,
    folders: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        eprintln!("usage: mutate TARGET|all [--seconds N] [--count N] [--seed N] [--keep FOLDER] FOLDER…");
        return ExitCode::from(2);
    };
    let mut corpus = Vec::new();
    arguments.folders.iter().for_each(|folder| gather(folder, &mut corpus));
    if corpus.is_empty() {
        eprintln!("mutate: no files in the folders");
        return ExitCode::from(2);
    }
    if let Err(error) = fs::create_dir_all(&arguments.keep) {
        eprintln!("mutate: {}: {error}", arguments.keep.display());
        return ExitCode::from(2);
    }
    let wanted = |name: &str| arguments.target == "all" || arguments.target == name;
    let chosen: Vec<_> = TARGETS.iter().filter(|(name, _)| wanted(name)).collect();
    let (mut passed, mut failed) = (0, 0);
    for (name, target) in &chosen {
        let time = Duration::from_secs(arguments.seconds / chosen.len().max(1) as u64);
        let (good, bad) = run(name, *target, &corpus, &arguments, time);
        (passed, failed) = (passed + good, failed + bad);
    }
    println!("{passed} passed, {failed} failed, 0 skipped");
    if failed > 0 || chosen.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Tries mutants until the time or the number is over.
fn run(name: &str, target: Target, corpus: &[Vec<u8>], arguments: &Arguments, time: Duration) -> (u64, u64) {
    let (start, mut dice, mut bad) = (Instant::now(), Dice(arguments.seed.wrapping_mul(2) + 1), 0);
    let current = arguments.keep.join(format!("current-{name}"));
    let mut tried = 0;
    while start.elapsed() < time && tried < arguments.count {
        tried += 1;
        let input = mutant(name, corpus, &mut dice);
        // Losing this file means only that a killer is not kept.
        let _ = fs::write(&current, &input);
        if panic::catch_unwind(|| target(&input)).is_err() {
            bad += 1;
            let path = arguments.keep.join(format!("{name}-{}-{tried}", arguments.seed));
            println!("panic\t{}", path.display());
            if let Err(error) = fs::write(&path, &input) {
                eprintln!("mutate: {}: {error}", path.display());
            }
        }
    }
    // It is there if anything was tried.
    let _ = fs::remove_file(&current);
    println!("{name}: {tried} inputs, {bad} failed");
    (tried - bad, bad)
}

fn mutant(name: &str, corpus: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut text = match name {
        "calls" => call(dice),
        "evidence" => [dice.of(corpus).as_slice(), EVIDENCE.as_bytes(), dice.of(corpus).as_slice()].concat(),
        _ => dice.of(corpus).clone(),
    };
    for _ in 0..=dice.below(4) {
        change(&mut text, corpus, dice);
    }
    if name == "certificate" {
        text.insert(0, dice.below(256) as u8);
    }
    text
}

/// Words, as they stand in the corpus, or bytes are dropped, doubled, moved or replaced.
fn change(text: &mut Vec<u8>, corpus: &[Vec<u8>], dice: &mut Dice) {
    let (at, other) = (dice.below(text.len() + 1), dice.below(text.len() + 1));
    let piece =
        |from: usize, text: &[u8], dice: &mut Dice| text[from..(from + 1 + dice.below(24)).min(text.len())].to_vec();
    match dice.below(8) {
        0 => drop(text.drain(at..(at + 1 + dice.below(24)).min(text.len()))),
        1 => drop(text.splice(at..at, piece(other, text, dice))),
        2 => text.truncate(at),
        3 if at < text.len() => text[at] = dice.below(256) as u8,
        4 => {
            let donor = dice.of(corpus);
            let from = dice.below(donor.len());
            drop(text.splice(at..at, piece(from, donor, dice)));
        }
        5 if at < text.len() => text[at] ^= 1 << dice.below(8),
        _ => {
            let word = dice.of::<&str>(&WORDS);
            drop(text.splice(at..at, word.bytes()));
        }
    }
}

fn call(dice: &mut Dice) -> Vec<u8> {
    let mut words = vec!["alphorn"];
    if dice.below(4) > 0 {
        words.extend(["--compat", ["z3", "eld", "golem", "hoice"][dice.below(4)]]);
    }
    for _ in 0..dice.below(5) {
        words.push(dice.of::<&str>(&OPTIONS));
    }
    words.join("\n").into_bytes()
}

const WORDS: [&str; 40] = [
    "(",
    ")",
    "|",
    "\"",
    ";",
    " ",
    "\n",
    "\0",
    "!",
    "_",
    "as",
    "let",
    "forall",
    "exists",
    "match",
    "par",
    "lambda",
    "true",
    "0",
    "99999999999999999999",
    "-1",
    "1.5",
    "#x",
    "#b1",
    ":named",
    "(check-sat)",
    "(push 1)",
    "(pop 1)",
    "(reset)",
    "(exit)",
    "(assert false)",
    "Int",
    "Bool",
    "Real",
    "(_ BitVec 8)",
    "(Array Int Int)",
    "define-fun-rec",
    "null",
    "NaN",
    "\\",
];

const OPTIONS: [&str; 60] = [
    "-in",
    "-smt2",
    "-model",
    "-t:100",
    "-T:1",
    "-memory:100",
    "-st",
    "-v:1",
    "-version",
    "--version",
    "-h",
    "fp.engine=spacer",
    "rlimit=10",
    "-file:x",
    "-t:",
    "-T:-1",
    "-T:1e99",
    "-hsmt",
    "-t:1",
    "-ssol",
    "-sol",
    "-cex",
    "-scex",
    "-portfolio",
    "-l",
    "QF_LIA",
    "-e",
    "spacer",
    "-i",
    "--print-witness",
    "--validate",
    "--proof-format",
    "legacy",
    "--timeout",
    "0",
    "-1",
    "1e300",
    "NaN",
    "inf",
    "--timeout=0.5",
    "-",
    "x.smt2",
    "-v",
    "0",
    "--check",
    "--engine",
    "la",
    "--mark",
    "II",
    "--with",
    "bmc",
    "--no",
    "--members",
    "la:3,pdr:2,bmc",
    "la:99999999999999999999",
    "--memory",
    "--threads",
    "certify",
    "verify",
    "--maximise",
];

/// SplitMix64: small, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, or 0.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Larger files only take longer.
const LARGEST: u64 = 30_000;

fn gather(path: &Path, corpus: &mut Vec<Vec<u8>>) {
    if let Ok(entries) = fs::read_dir(path) {
        let mut inner: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        inner.sort();
        inner.iter().for_each(|path| gather(path, corpus));
    } else if fs::metadata(path).is_ok_and(|data| data.len() <= LARGEST) {
        corpus.extend(fs::read(path));
    }
}

fn arguments() -> Option<Arguments> {
    let mut words = env::args().skip(1);
    let mut arguments = Arguments {
        target: words.next()?,
        seconds: 60,
        count: u64::MAX,
        seed: 0,
        keep: "fuzzed".into(),
        folders: Vec::new(),
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => arguments.seconds = words.next()?.parse().ok()?,
            "--count" => arguments.count = words.next()?.parse().ok()?,
            "--seed" => arguments.seed = words.next()?.parse().ok()?,
            "--keep" => arguments.keep = words.next()?.into(),
            _ => arguments.folders.push(word.into()),
        }
    }
    Some(arguments)
}
