//! Calls in the style of other solvers: their options are read, what can be honoured is, and the rest is noted.
//!
//! The style is chosen by `--compat STYLE` in front of all arguments, or by the name that the program is called by.

mod eldarica;
mod golem;
mod hoice;
mod z3;

pub(super) use z3::resources;

use super::args::Args;
use clap::{Parser, ValueEnum};
use std::{ffi::OsString, io::IsTerminal, path::Path, time::Duration};

/// A solver whose calls are understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Compat {
    /// Z3: `-in -smt2 -model -t:ms -T:s -memory:MB -st -v:n -version key=value`
    Z3,
    /// Eldarica: `-hsmt -in -t:s -ssol -sol -cex -scex -portfolio`
    Eld,
    /// Golem: `-l -e -i --print-witness --validate --proof-format`
    Golem,
    /// Hoice: standard input or a file, `--timeout`
    Hoice,
}

/// What a call asks for that has no option of ours.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// Print the model after each verdict that has one.
    pub show_model: bool,
    /// Print the derivation after each verdict that has one.
    pub show_proof: bool,
    /// Leave the script's requests for models and proofs unanswered.
    pub mute: bool,
    /// A command with a mistake is left out, and the next one is read.
    pub goes_on: bool,
    /// Time for each question.
    pub question_timeout: Option<Duration>,
    /// Statistics go to standard output.
    pub statistics_on_stdout: bool,
    /// How much to say on standard error.
    pub verbosity: u32,
    /// What was accepted and has no effect.
    pub notes: Vec<String>,
}

/// What the arguments of the process ask for.
pub(super) enum Call {
    /// To run.
    Run(Box<Args>),
    /// To say something on standard output and end.
    Say(String),
    /// Nothing that is understood.
    Wrong(String),
    /// The same, with a whole text about it.
    Misused(String),
}

/// Reads the arguments of the process, its name first.
pub(super) fn call(arguments: impl IntoIterator<Item = OsString>) -> Call {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let text = |i: usize| arguments.get(i).and_then(|a| a.to_str()).unwrap_or_default();
    let (style, skipped) = match text(1).strip_prefix("--compat") {
        Some("") => (text(2), 3),
        Some(rest) if rest.starts_with('=') => (&rest[1..], 2),
        _ => match by_name(text(0)) {
            Some(style) => return foreign(style, &arguments[1..]),
            None => return Args::read(&arguments).map_or_else(explained, native),
        },
    };
    match Compat::from_str(style, false) {
        Ok(style) => foreign(style, arguments.get(skipped..).unwrap_or_default()),
        Err(_) => Call::Wrong(format!("--compat: expected z3, eld, golem or hoice, found `{style}`")),
    }
}

/// A call with our own options.
fn native(args: Args) -> Call {
    match args.compat {
        Some(_) => Call::Wrong("--compat must be the first argument".into()),
        None => Call::Run(Box::new(args)),
    }
}

/// What is said about arguments that are wrong, or that ask for help.
fn explained(error: clap::Error) -> Call {
    let text = error.render();
    let text = match std::io::stdout().is_terminal() {
        true => text.ansi().to_string(),
        false => text.to_string(),
    };
    match error.use_stderr() {
        true => Call::Misused(text),
        false => Call::Say(text),
    }
}

/// The style that goes with the name of the program.
fn by_name(program: &str) -> Option<Compat> {
    match Path::new(program).file_stem()?.to_str()? {
        "z3" | "z3-horn" => Some(Compat::Z3),
        "eld" | "eldarica" => Some(Compat::Eld),
        "golem" => Some(Compat::Golem),
        "hoice" => Some(Compat::Hoice),
        _ => None,
    }
}

fn foreign(style: Compat, arguments: &[OsString]) -> Call {
    let mut words = Vec::new();
    for argument in arguments {
        match argument.to_str() {
            Some(word) => words.push(word),
            None => return Call::Wrong(format!("not text: {}", argument.to_string_lossy())),
        }
    }
    let args = Args::parse_from(["alphorn"]);
    let read = match style {
        Compat::Z3 => z3::read,
        Compat::Eld => eldarica::read,
        Compat::Golem => golem::read,
        Compat::Hoice => hoice::read,
    };
    read(args, &words).unwrap_or_else(|call| call)
}

/// The answer to a question for the version: ours, for nobody should be deceived about who answers.
fn version(solver: &str) -> Call {
    Call::Say(format!("Alphorn {} (in the style of {solver})", env!("CARGO_PKG_VERSION")))
}

/// A number in an option.
fn number<T: std::str::FromStr>(option: &str, text: &str) -> Result<T, Call> {
    text.parse().map_err(|_| Call::Wrong(format!("{option}: expected a number, found `{text}`")))
}

/// A time in seconds in an option.
fn seconds(option: &str, text: &str) -> Result<Duration, Call> {
    Duration::try_from_secs_f64(number(option, text)?)
        .map_err(|_| Call::Wrong(format!("{option}: expected a time, found `{text}`")))
}

/// Sets the input file, of which there may be one.
fn set_file(args: &mut Args, file: &str) -> Result<(), Call> {
    match args.file.replace(file.into()) {
        Some(first) => Err(Call::Wrong(format!("two input files: {} and {file}", first.display()))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
