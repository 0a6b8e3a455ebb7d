//! Golem's options.

use super::{Call, set_file, version};
use crate::{
    cli::args::Args,
    witness::dialect::{ModelDialect, ProofDialect},
};

const HELP: &str = "Alphorn in the style of Golem: golem [options] [-i] [file]
  -l, --logic NAME        accepted: the logic is seen from the file
  -e, --engine NAME       bmc is honoured, others mean the default
  -i, --input FILE        the file
  --print-witness         print the solution or the derivation
  --proof-format NAME     legacy, intermediate or alethe
  --validate              accepted: every answer is checked
  -v                      say more on standard error
  --version  -h           the version; this text";

/// Options of Golem's engines that take an argument of their own.
const WITH_VALUE: [&str; 9] = [
    "flow",
    "lra-itp-algorithm",
    "termination-backend",
    "max-lemmas-cc",
    "maypo-gas",
    "maypo-trigger",
    "min-pobs-cc",
    "max-pobs-cc",
    "conjecture-trigger",
];

pub(super) fn read(mut args: Args, words: &[&str]) -> Result<Call, Call> {
    args.model_format = ModelDialect::Golem;
    args.proof_format = ProofDialect::Golem;
    // Golem prints what its options ask for, whatever the script asks.
    args.style.mute = true;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, stated) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => glued(word),
        };
        let mut value = || match stated.or_else(|| words.next().copied()) {
            Some(value) => Ok(value),
            None => Err(Call::Wrong(format!("{name} needs a value\n{HELP}"))),
        };
        match name {
            "-l" | "--logic" => drop(value()?),
            "-e" | "--engine" => {
                let engine = value()?;
                if engine == "bmc" {
                    args.engine = engine.into();
                } else {
                    args.style.notes.push(format!("{name} {engine}"));
                }
            }
            "-i" | "--input" => {
                let file = value()?;
                set_file(&mut args, file)?;
            }
            "--print-witness" => (args.style.show_model, args.style.show_proof) = (true, true),
            "--proof-format" => {
                args.proof_format = match value()? {
                    "legacy" => ProofDialect::Golem,
                    "intermediate" => ProofDialect::GolemIntermediate,
                    "alethe" => ProofDialect::Alethe,
                    other => return Err(Call::Wrong(format!("unknown proof format {other}\n{HELP}"))),
                }
            }
            "--validate" | "--compute-witness" => {}
            "--verbose" => args.style.verbosity += 1,
            _ if name.len() > 1 && name.strip_prefix('-').is_some_and(|vs| vs.bytes().all(|byte| byte == b'v')) => {
                args.style.verbosity += name.len() as u32 - 1;
            }
            "--version" => return Ok(version("Golem")),
            "-h" | "--help" => return Ok(Call::Say(HELP.into())),
            _ if name.starts_with("--") => {
                if stated.is_none() && WITH_VALUE.iter().any(|option| name.ends_with(option)) {
                    value()?;
                }
                args.style.notes.push(name.into());
            }
            _ if name.starts_with('-') && name.len() > 1 => {
                return Err(Call::Wrong(format!("unknown option {name}\n{HELP}")));
            }
            file => set_file(&mut args, file)?,
        }
    }
    Ok(Call::Run(Box::new(args)))
}

/// `-lNAME` is `-l NAME`, as `getopt` has it.
fn glued(word: &str) -> (&str, Option<&str>) {
    match word.split_at_checked(2) {
        Some((option @ ("-l" | "-e" | "-i"), value)) if !value.is_empty() => (option, Some(value)),
        _ => (word, None),
    }
}
