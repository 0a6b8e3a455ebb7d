//! Calls in the style of other solvers: their options are read, what can be honoured is, and the rest is noted.
//!
//! The style is chosen by `--compat STYLE` in front of all arguments, or by the name that the program is called by.

mod eldarica;
mod golem;
mod hoice;
mod z3;

pub(super) use z3::{canonical, parameter, resources};

use super::{args::Args, exit};
use clap::{Parser, ValueEnum};
use std::{
    ffi::OsString,
    io::IsTerminal,
    path::{Path, PathBuf},
    time::Duration,
};

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
    /// The solver in whose style it is.
    pub solver: Option<Compat>,
    /// What the process ends with.
    pub codes: Codes,
    /// Print the evidence before each verdict of `check-sat` and after each of `query`.
    pub certificate: bool,
    /// Print the evidence after each verdict of `query`.
    pub query_answers: bool,
    /// A file with a solution, which is checked in place of solving.
    pub check: Option<PathBuf>,
    /// Print the model after each verdict that has one.
    pub show_model: bool,
    /// Print the derivation after each verdict that has one.
    pub show_proof: bool,
    /// Say after each verdict that its evidence was checked.
    pub says_valid: bool,
    /// Leave the script's requests for models and proofs unanswered.
    pub mute: bool,
    /// Time for each question.
    pub question_timeout: Option<Duration>,
    /// Time for each question that stands for a limit on resources.
    pub question_resources: Option<Duration>,
    /// Statistics go to standard output.
    pub statistics_on_stdout: bool,
    /// How much to say on standard error.
    pub verbosity: u32,
    /// What was accepted and has no effect.
    pub notes: Vec<String>,
}

/// Exit codes, which are not the same for all solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Codes {
    /// A command was left out.
    pub mistake: u8,
    /// A question was outside of what is decided.
    pub outside: u8,
    /// A command asked for what is not there, as a model after `unsat`.
    pub cannot: u8,
    /// There is no script.
    pub unreadable: u8,
}

impl Default for Codes {
    fn default() -> Self {
        Codes { mistake: 1, outside: 1, cannot: 0, unreadable: 1 }
    }
}

impl Compat {
    /// As the solver itself has them.
    fn codes(self) -> Codes {
        match self {
            Compat::Z3 => Codes { mistake: 1, outside: 0, cannot: 1, unreadable: 108 },
            Compat::Eld => Codes { mistake: 0, outside: 0, cannot: 0, unreadable: 0 },
            Compat::Golem => Codes { mistake: 1, outside: 0, cannot: 0, unreadable: 1 },
            Compat::Hoice => Codes { mistake: 2, outside: 2, cannot: 0, unreadable: 2 },
        }
    }
}

/// What the arguments of the process ask for.
pub(super) enum Call {
    /// To run.
    Run(Box<Args>),
    /// To say something on standard output and end.
    Say(String),
    /// Nothing that is understood.
    Wrong(Wrong),
}

/// What is wrong with the arguments.
pub(super) struct Wrong {
    /// For standard output.
    pub out: Option<String>,
    /// For standard error.
    pub message: String,
    /// The exit code.
    pub code: u8,
}

impl Call {
    /// Wrong, as our own command line says it.
    fn wrong(message: String) -> Call {
        Call::Wrong(Wrong { out: None, message: format!("alphorn: {message}"), code: 2 })
    }

    /// Wrong, as another solver says it on standard error.
    fn refused(message: String, code: u8) -> Call {
        Call::Wrong(Wrong { out: None, message, code })
    }
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
        Err(_) => Call::wrong(format!("--compat: expected z3, eld, golem or hoice, found `{style}`")),
    }
}

/// A call with our own options.
fn native(args: Args) -> Call {
    match args.compat {
        Some(_) => Call::wrong("--compat must be the first argument".into()),
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
        true => Call::refused(text.trim_end().into(), exit::USAGE),
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
            None => return Call::wrong(format!("not text: {}", argument.to_string_lossy())),
        }
    }
    let mut args = Args::parse_from(["alphorn"]);
    (args.style.solver, args.style.codes) = (Some(style), style.codes());
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
fn number<T: std::str::FromStr>(option: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{option}: expected a number, found `{text}`"))
}

/// A time in seconds in an option.
fn seconds(option: &str, text: &str) -> Result<Duration, String> {
    Duration::try_from_secs_f64(number(option, text)?).map_err(|_| format!("{option}: expected a time, found `{text}`"))
}

/// Sets the input file, of which there may be one.
fn set_file(args: &mut Args, file: &str) -> Result<(), String> {
    match args.file.replace(file.into()) {
        Some(first) => Err(format!("two input files: {} and {file}", first.display())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
