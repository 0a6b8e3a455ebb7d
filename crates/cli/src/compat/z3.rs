//! Z3's options.

use super::{Call, number, seconds, set_file};
use crate::args::{Args, StatisticsFormat};
use alphorn_session::dialect::{ModelDialect, ProofDialect};
use std::{path::Path, time::Duration};

const HELP: &str = "Alphorn in the style of Z3: z3 [options] [key=value …] [file]
  -in, -smt2     read SMT-LIB from standard input; from the file
  -file:FILE     the file
  -model         print a model after each `sat`
  -t:MS  -T:S    time for each question; for the whole run
  -memory:MB     memory limit
  -st            statistics at the end
  -v:N           say more on standard error
  -version  -h   the version; this text
  timeout=MS, rlimit=N, memory_max_size=MB, fp.engine=bmc, dump_models=true, fp.print_certificate=true,
  fp.print_answer=true, pp.pretty_proof=true, stats=true and verbose=N are honoured; Z3's other parameters are accepted and
  have no effect; others are refused";

/// Z3's exit codes for options and parameters that it does not understand.
const WRONG_OPTION: u8 = 109;
const WRONG_PARAMETER: u8 = 110;

/// Z3 spends about this many of its units of work in a second.
const UNITS_A_SECOND: f64 = 200_000.0;

/// Time that stands for a resource limit, which only Z3 can count.
pub(crate) fn resources(units: u64) -> Option<Duration> {
    (units > 0).then(|| Duration::from_secs_f64(units as f64 / UNITS_A_SECOND))
}

/// The same version text as Z3's up to the number, for clients look for that; who answers is said behind it.
fn version() -> Call {
    let number: Vec<&str> = alphorn_smt::version().split('.').take(3).collect();
    let ours = env!("CARGO_PKG_VERSION");
    Call::Say(format!("Z3 version {} - 64 bit (Alphorn {ours} in the style of Z3)", number.join(".")))
}

pub(super) fn read(mut args: Args, words: &[&str]) -> Result<Call, Call> {
    args.model_format = ModelDialect::Z3;
    args.proof_format = ProofDialect::HyperRes;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
            match word.split_once('=').filter(|(key, value)| is_parameter(word, key, value)) {
                Some((key, value)) => {
                    parameter(&mut args, key, value).map_err(wrong_parameter)?;
                    // In a script it has no effect.
                    if canonical(key) == "stats" && value == "true" {
                        statistics(&mut args);
                    }
                }
                None => input(&mut args, word),
            }
            continue;
        };
        // What follows two dashes is a file, whatever its name looks like.
        if *word == "--" {
            words.by_ref().for_each(|file| input(&mut args, file));
            break;
        }
        let option = option.trim_start_matches('-');
        let (name, value) = option.split_once(':').unwrap_or((option, ""));
        if value.is_empty() && matches!(name, "t" | "T" | "memory" | "v" | "file") {
            return Err(wrong_option(format!("option argument (-{name}:…) is missing.")));
        }
        match name {
            "in" | "smt2" | "nw" => {}
            "file" => input(&mut args, value),
            "model" => args.style.show_model = true,
            "t" => parameter(&mut args, "timeout", value).map_err(wrong_parameter)?,
            "T" => args.timeout = Some(seconds(word, value).map_err(wrong_option)?).filter(|limit| !limit.is_zero()),
            "memory" => parameter(&mut args, "memory_max_size", value).map_err(wrong_parameter)?,
            "st" => statistics(&mut args),
            "v" => args.style.verbosity = number(word, value).map_err(wrong_option)?,
            "version" => return Ok(version()),
            "h" | "help" | "?" => return Ok(Call::Say(HELP.into())),
            _ => return Err(wrong_option(format!("invalid command line option: {word}"))),
        }
    }
    Ok(Call::Run(Box::new(args)))
}

fn wrong_option(message: String) -> Call {
    Call::refused(format!("Error: {message}\nFor usage information: z3 -h"), WRONG_OPTION)
}

fn wrong_parameter(why: String) -> Call {
    Call::refused(format!("ERROR: {why}"), WRONG_PARAMETER)
}

/// The first file counts, as for Z3.
fn input(args: &mut Args, file: &str) {
    if args.file.is_some() {
        eprintln!("WARNING: input file was already specified.");
    } else if set_file(args, file).is_err() {
        unreachable!("there was no file");
    }
}

/// The name that Z3 knows a parameter by: case does not count, and dashes are the same as underscores. Clients of old
/// versions write `fixedpoint` where Z3 has `fp` now.
pub(crate) fn canonical(key: &str) -> String {
    let name = key.strip_prefix(':').unwrap_or(key).to_lowercase().replace('-', "_");
    name.strip_prefix("fixedpoint.").map_or(name.clone(), |rest| format!("fp.{rest}"))
}

/// Honours a parameter, of the command line or of a script; the error is in Z3's words.
pub(crate) fn parameter(args: &mut Args, key: &str, value: &str) -> Result<(), String> {
    let name = canonical(key);
    check_parameter(key, &name, value)?;
    let count = value.parse().unwrap_or(0);
    match name.as_str() {
        "timeout" => args.style.question_timeout = milliseconds(count),
        "rlimit" => args.style.question_resources = resources(count),
        // As everywhere in Z3, 0 means no limit.
        "memory_max_size" => args.memory = Some(count).filter(|limit| *limit > 0),
        "verbose" => args.style.verbosity = u32::try_from(count).unwrap_or(u32::MAX),
        "dump_models" => args.style.show_model = value == "true",
        "fp.print_certificate" => args.style.certificate = value == "true",
        "fp.print_answer" => args.style.query_answers = value == "true",
        "pp.pretty_proof" if value == "true" => args.proof_format = ProofDialect::HyperResPretty,
        "fp.engine" if value == "bmc" => args.engine = "bmc".into(),
        _ => args.style.notes.push(format!("{key}={value}")),
    }
    Ok(())
}

/// Whether Z3 has a parameter and takes a value for it.
fn check_parameter(key: &str, name: &str, value: &str) -> Result<(), String> {
    let default = alphorn_smt::parameter(name).ok_or_else(|| format!("unknown parameter '{key}'"))?;
    let name = name.rsplit('.').next().unwrap_or(name);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match default.as_str() {
        "true" | "false" if !matches!(value, "true" | "false") => {
            Err(format!("Expected values for parameter {name} are 'true' or 'false'. It was given argument '{value}'"))
        }
        number if is_number(number) && !is_number(value) => {
            Err(format!("Expected values for parameter {name} is an unsigned integer. It was given argument '{value}'"))
        }
        number if is_number(number) && value.parse::<u32>().is_err() => {
            Err(format!("invalid value '{value}' for unsigned int parameter '{name}'"))
        }
        _ => Ok(()),
    }
}

fn statistics(args: &mut Args) {
    args.statistics = Some(StatisticsFormat::Text);
    args.style.statistics_on_stdout = true;
}

/// Whether a word is a parameter and its value, and no path, which may have a `=` in it, too.
fn is_parameter(word: &str, key: &str, value: &str) -> bool {
    let is_name = key.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c));
    is_name && !Path::new(word).is_file() && !(value.contains('/') || value.ends_with(".smt2"))
}

/// Z3's largest number means no limit.
fn milliseconds(value: u64) -> Option<Duration> {
    (0 < value && value < u64::from(u32::MAX)).then(|| Duration::from_millis(value))
}
