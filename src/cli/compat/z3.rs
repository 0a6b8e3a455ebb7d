//! Z3's options.

use super::{Call, number, seconds, set_file, version};
use crate::{
    cli::args::{Args, StatisticsFormat},
    witness::dialect::{ModelDialect, ProofDialect},
};
use std::{path::Path, time::Duration};

const HELP: &str = "Alphorn in the style of Z3: z3 [options] [key=value …] [file]
  -in, -smt2     read SMT-LIB from standard input; from the file
  -model         print a model after each `sat`
  -t:MS  -T:S    time for each question; for the whole run
  -memory:MB     memory limit
  -st            statistics at the end
  -v:N           say more on standard error
  -version  -h   the version; this text
  timeout=MS, rlimit=N, memory_max_size=MB, fp.engine=bmc, dump_models=true, fp.print_certificate=true, stats=true and
  verbose=N are honoured; other parameters are accepted and have no effect";

/// Z3 spends about this many of its units of work in a second.
const UNITS_A_SECOND: f64 = 200_000.0;

/// Time that stands for a resource limit, which only Z3 can count.
pub(in crate::cli) fn resources(units: u64) -> Option<Duration> {
    (units > 0).then(|| Duration::from_secs_f64(units as f64 / UNITS_A_SECOND))
}

pub(super) fn read(mut args: Args, words: &[&str]) -> Result<Call, Call> {
    args.model_format = ModelDialect::Z3;
    args.proof_format = ProofDialect::HyperRes;
    args.style.goes_on = true;
    for word in words {
        let Some(option) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
            match word.split_once('=').filter(|(key, _)| is_key(key) && !Path::new(word).is_file()) {
                Some((key, value)) => parameter(&mut args, key, value)?,
                None => set_file(&mut args, word)?,
            }
            continue;
        };
        let option = option.trim_start_matches('-');
        let (name, value) = option.split_once(':').unwrap_or((option, ""));
        match name {
            "in" | "smt2" | "nw" => {}
            "model" => args.style.show_model = true,
            "t" => args.style.question_timeout = milliseconds(word, value)?,
            "T" => args.timeout = Some(seconds(word, value)?).filter(|limit| !limit.is_zero()),
            "memory" => args.memory = megabytes(word, value)?,
            "st" => statistics(&mut args),
            "v" => args.style.verbosity = number(word, value)?,
            "version" => return Ok(version("Z3")),
            "h" | "help" | "?" => return Ok(Call::Say(HELP.into())),
            _ => return Err(Call::Wrong(format!("unknown option {word}\n{HELP}"))),
        }
    }
    Ok(Call::Run(Box::new(args)))
}

fn parameter(args: &mut Args, key: &str, value: &str) -> Result<(), Call> {
    match key {
        "timeout" => args.style.question_timeout = milliseconds(key, value)?,
        "rlimit" if args.style.question_timeout.is_none() => {
            args.style.question_timeout = resources(number(key, value)?);
        }
        "memory_max_size" => args.memory = megabytes(key, value)?,
        "verbose" => args.style.verbosity = number(key, value)?,
        "dump_models" => args.style.show_model = value == "true",
        "fp.print_certificate" | "fp.print_answer" => args.evidence = value == "true",
        "stats" if value == "true" => statistics(args),
        "pp.pretty_proof" if value == "true" => args.proof_format = ProofDialect::HyperResPretty,
        "fp.engine" if value == "bmc" => args.engine = "bmc".into(),
        _ => args.style.notes.push(format!("{key}={value}")),
    }
    Ok(())
}

fn statistics(args: &mut Args) {
    args.statistics = Some(StatisticsFormat::Text);
    args.style.statistics_on_stdout = true;
}

/// Whether a word may be the name of a parameter; a path may have a `=` in it, too.
fn is_key(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
}

/// As everywhere in Z3, 0 means no limit.
fn megabytes(option: &str, value: &str) -> Result<Option<u64>, Call> {
    Ok(Some(number(option, value)?).filter(|limit| *limit > 0))
}

/// Z3's largest number means no limit.
fn milliseconds(option: &str, value: &str) -> Result<Option<Duration>, Call> {
    let value: u64 = number(option, value)?;
    Ok((0 < value && value < u64::from(u32::MAX)).then(|| Duration::from_millis(value)))
}
