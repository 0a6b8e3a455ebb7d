//! Golem's options.

use super::{Call, set_file, version};
use crate::args::Args;
use alphorn_session::dialect::{ModelDialect, ProofDialect};

const HELP: &str = "Alphorn in the style of Golem: golem [options] [-i] [file]
  -l, --logic NAME        accepted: the logic is seen from the file
  -e, --engine NAME       bmc is honoured, others mean the default
  -i, --input FILE        the file
  --print-witness         print the solution or the derivation
  --proof-format NAME     legacy, intermediate or alethe
  --validate              say that the answer was checked, as every answer is
  -v                      say more on standard error
  --version  -h           the version; this text";

/// Options of Golem's engines, in all its versions, that take an argument of their own.
const WITH_VALUE: [&str; 12] = [
    "--conjecture-trigger",
    "--flow",
    "--lra-itp-algorithm",
    "--max-lemmas-cc",
    "--max-pobs-cc",
    "--maypo-gas",
    "--maypo-trigger",
    "--min-pobs-cc",
    "--termination-backend",
    "--tpa.flow",
    "--tpa.maypo-gas",
    "--tpa.maypo-trigger",
];

/// Golem's engines.
const ENGINES: [&str; 13] =
    ["bmc", "dar", "imc", "kind", "lawi", "pa", "pdkind", "portfolio", "se", "spacer", "split-tpa", "tpa", "trl"];

/// Such options without one.
const WITHOUT_VALUE: [&str; 3] = ["--force-ts", "--tpa.use-qe", "--use-qe"];

/// Golem's other long options.
const LONG: [&str; 10] = [
    "--compute-witness",
    "--engine",
    "--help",
    "--input",
    "--logic",
    "--print-witness",
    "--proof-format",
    "--validate",
    "--verbose",
    "--version",
];

/// What a shell sees when Golem aborts because of its arguments.
const ABORTED: u8 = 134;

/// The exit code for other mistakes in the arguments.
const WRONG: u8 = 1;

fn refused(message: &str) -> Call {
    Call::refused(format!("golem: {message}\n{HELP}"), ABORTED)
}

pub(super) fn read(mut args: Args, words: &[&str]) -> Result<Call, Call> {
    args.model_format = ModelDialect::Golem;
    args.proof_format = ProofDialect::Golem;
    // Golem prints what its options ask for, whatever the script asks.
    args.style.mute = true;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        // What follows two dashes is a file, whatever its name looks like.
        if *word == "--" {
            for file in words.by_ref() {
                input(&mut args, file)?;
            }
            break;
        }
        let (name, stated) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => glued(word),
        };
        let name = full(name);
        let mut value = || match stated.or_else(|| words.next().copied()) {
            Some(value) => Ok(value),
            None => Err(refused(&format!("option '{name}' requires an argument"))),
        };
        match name {
            "-l" | "--logic" => drop(value()?),
            "-e" | "--engine" => {
                let engine = value()?;
                match engine.split(',').all(|engine| ENGINES.contains(&engine)) {
                    true if engine == "bmc" => args.engine = engine.into(),
                    true => args.style.notes.push(format!("{name} {engine}")),
                    false => return Err(refused("Unknown engine specified")),
                }
            }
            "-i" | "--input" => {
                let file = value()?;
                input(&mut args, file)?;
            }
            "--print-witness" => (args.style.show_model, args.style.show_proof) = (true, true),
            "--proof-format" => {
                args.proof_format = match value()? {
                    "legacy" => ProofDialect::Golem,
                    "intermediate" => ProofDialect::GolemIntermediate,
                    "alethe" => ProofDialect::Alethe,
                    other => return Err(refused(&format!("unknown proof format {other}"))),
                }
            }
            "--validate" => args.style.says_valid = true,
            "--compute-witness" => {}
            "--verbose" => args.style.verbosity += 1,
            _ if name.len() > 1 && name.strip_prefix('-').is_some_and(|vs| vs.bytes().all(|byte| byte == b'v')) => {
                args.style.verbosity += name.len() as u32 - 1;
            }
            "--version" => return Ok(version("Golem")),
            "-h" | "--help" => return Ok(Call::Say(HELP.into())),
            _ if WITH_VALUE.contains(&name) => {
                value()?;
                args.style.notes.push(name.into());
            }
            _ if WITHOUT_VALUE.contains(&name) => args.style.notes.push(name.into()),
            _ if name.starts_with('-') && name.len() > 1 => {
                return Err(refused(&format!("unrecognized option '{name}'")));
            }
            file => input(&mut args, file)?,
        }
    }
    Ok(Call::Run(Box::new(args)))
}

/// There may be one file.
fn input(args: &mut Args, file: &str) -> Result<(), Call> {
    set_file(args, file).map_err(|why| Call::refused(format!("golem: {why}\n{HELP}"), WRONG))
}

/// Long options may be shortened as long as only one is meant, as `getopt` has it.
fn full(name: &str) -> &str {
    let known = || LONG.iter().chain(&WITH_VALUE).chain(&WITHOUT_VALUE).copied();
    if name.len() < 3 || !name.starts_with("--") || known().any(|option| option == name) {
        return name;
    }
    let mut meant = known().filter(|option| option.starts_with(name));
    match (meant.next(), meant.next()) {
        (Some(option), None) => option,
        _ => name,
    }
}

/// `-lNAME` is `-l NAME`, as `getopt` has it.
fn glued(word: &str) -> (&str, Option<&str>) {
    match word.split_at_checked(2) {
        Some((option @ ("-l" | "-e" | "-i"), value)) if !value.is_empty() => (option, Some(value)),
        _ => (word, None),
    }
}
