//! The arguments of the command line.

use super::compat::{Compat, Style};
use alphorn_engines::{
    converge::Convergence,
    engine::{self, portfolio, predabs::Abstraction},
    forward::Learning,
    search::{Features, Mark},
    seed,
};
use alphorn_run::observe::Observer;
use alphorn_session::dialect::{ModelDialect, ProofDialect};
use alphorn_transform::transform::Selection;
use clap::{
    CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
    parser::ValueSource,
};
use std::{ffi::OsString, path::PathBuf, time::Duration};

/// Options that say how a script is carried out and answered.
const ONLY_SCRIPTS: [&str; 11] = [
    "polarity",
    "evidence",
    "proof_format",
    "model_format",
    "abstraction",
    "converge",
    "replacement",
    "print_problem",
    "trace",
    "statistics",
    "parse_only",
];

const USAGE: &str = "alphorn [OPTIONS] [FILE]\n       alphorn <COMMAND>";

/// Decides constrained Horn clauses (SMT-LIB 2, logic HORN) and shows checked evidence.
///
/// The first line of standard output is `sat`, `unsat` or `unknown`. No verdict is printed before its evidence was checked
/// against the text of FILE.
#[derive(Clone, Debug, Parser)]
#[command(name = "alphorn", version, max_term_width = 100, override_usage = USAGE)]
pub struct Args {
    /// What to do other than to carry out a script.
    #[command(subcommand)]
    pub task: Option<Task>,

    /// The script to solve; `-` or nothing reads standard input.
    pub file: Option<PathBuf>,

    /// What `sat` means: `smtlib` says `sat` to `(check-sat)` when there is a solution; `reachability` says `sat` when
    /// *false* can be derived, as the papers do, and prints the evidence without being asked.
    #[arg(long, value_enum, default_value_t = Polarity::Smtlib, value_name = "KIND")]
    pub polarity: Polarity,

    /// Print the evidence after the verdict though the script does not ask for it.
    #[arg(long)]
    pub evidence: bool,

    /// How derivations are written.
    #[arg(long, default_value = "steps", value_parser = proof_formats(), value_name = "NAME")]
    pub proof_format: ProofDialect,

    /// How models are written.
    #[arg(long, default_value = "z3", value_parser = model_formats(), value_name = "NAME")]
    pub model_format: ModelDialect,

    /// Take the arguments that follow, and answer, as another solver does. Must be the first argument; calling the program by
    /// the name `z3-horn`, `eld`, `golem` or `hoice` (a link) does the same.
    #[arg(long, value_enum, value_name = "SOLVER")]
    pub compat: Option<Compat>,

    /// What a call in another solver's style asks for beyond these options.
    #[arg(skip)]
    pub style: Style,

    /// Find the greatest value of an integer argument, counted from 0, over all facts of a predicate, as the subcommand
    /// `bound` does.
    #[arg(long, value_parser = place, value_name = "PREDICATE:ARGUMENT", requires = "file", conflicts_with_all = ONLY_SCRIPTS)]
    pub maximise: Option<(String, usize)>,

    /// The engine.
    #[arg(long, global = true, default_value = engine::NAMES[0], value_parser = PossibleValuesParser::new(engine::NAMES), value_name = "NAME")]
    pub engine: String,

    /// How many engines of the portfolio run at a time.
    #[arg(long, global = true, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), value_name = "NUMBER")]
    pub threads: u16,

    /// The engines of the portfolio, with commas between; the first one starts alone. A number after a colon (`la:3,bmc`) is an
    /// engine's share of the time, one if there is none. Without this, those that suit the problem.
    #[arg(long, global = true, value_delimiter = ',', value_parser = member, value_name = "NAME[:SHARE]")]
    pub members: Vec<String>,

    /// Another solver in the portfolio, such as "eld -ssol -cex", "golem --print-witness" or "z3 fp.print_certificate=true"; the
    /// script's path is added, or put in for {file}. Solutions count if they hold, derivations if they can be made anew from
    /// the facts that it prints. May be given several times.
    #[arg(long, global = true, value_name = "COMMAND")]
    pub with_solver: Vec<String>,

    /// The abstraction of `predabs`: conjunctions of atoms, or all their combinations.
    #[arg(long, default_value = Abstraction::NAMES[0].0, value_parser = PossibleValuesParser::new(Abstraction::NAMES.map(|(name, _)| name)), value_name = "NAME")]
    pub abstraction: String,

    /// How `la` gets from bounded proofs to unbounded ones: by levels, pushing and Houdini, or by covering instances.
    #[arg(long, default_value = Convergence::NAMES[0].0, value_parser = PossibleValuesParser::new(Convergence::NAMES.map(|(name, _)| name)), value_name = "NAME")]
    pub converge: String,

    /// What `clp` replaces constraints by: nothing is replaced (plain traversal), they are deleted, or slackened, too.
    #[arg(long, default_value = Learning::REPLACEMENTS[0].0, value_parser = PossibleValuesParser::new(Learning::REPLACEMENTS.map(|(name, _)| name)), value_name = "NAME")]
    pub replacement: String,

    /// How it is solved.
    #[command(flatten)]
    pub solving: Solving,

    /// What is done to the problem first: `all`, `none`, or passes with commas between; `-PASS` leaves one out.
    #[arg(long, global = true, default_value = "all", allow_hyphen_values = true, value_name = "LIST")]
    pub transform: Selection,

    /// Print the problem after these passes as SMT-LIB in place of solving it.
    #[arg(long)]
    pub print_problem: bool,

    /// Write every resolution, decision, conflict and lemma of lazy annotation to this file, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Answer `unknown` after this many seconds.
    #[arg(long, global = true, value_parser = seconds, value_name = "SECONDS")]
    pub timeout: Option<Duration>,

    /// Answer `unknown` when this many megabytes of memory are in use.
    #[arg(long, global = true, value_name = "MEGABYTES")]
    pub memory: Option<u64>,

    /// Print statistics on standard error.
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "text", value_name = "FORMAT")]
    pub statistics: Option<StatisticsFormat>,

    /// Read, sort-check and normalise only; print one line about the problem.
    #[arg(long)]
    pub parse_only: bool,

    /// Work in one process, which nobody watches: for debuggers and profilers. What then ends the process ends the run.
    #[arg(long, global = true, hide = true)]
    pub unsupervised: bool,
}

impl Args {
    /// Reads the arguments of the process, its name first. The error may be a request for help. In front of a subcommand stand
    /// only options that it has, too.
    pub fn read(arguments: &[OsString]) -> Result<Args, clap::Error> {
        let mut command = Args::command();
        let matches = command.clone().try_get_matches_from(arguments)?;
        let Some(task) = matches.subcommand_name() else {
            return Args::from_arg_matches(&matches).map(Args::with_task);
        };
        let stated = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let present: Vec<&str> = matches.ids().map(|id| id.as_str()).filter(|id| stated(id)).collect();
        let lost = command.get_arguments().find(|arg| !arg.is_global_set() && present.contains(&arg.get_id().as_str()));
        if let Some(lost) = lost.map(ToString::to_string) {
            let message = format!("the argument '{lost}' cannot be used with the subcommand '{task}'");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        Args::from_arg_matches(&matches)
    }

    /// `--maximise` as the subcommand that it stands for.
    fn with_task(mut self) -> Args {
        if let (Some((predicate, argument)), Some(file)) = (self.maximise.take(), &self.file) {
            let (file, solving) = (file.clone(), self.solving.clone());
            let format = StatisticsFormat::Text;
            self.task = Some(Task::Bound { file, predicate, argument, format, question: 0, solving });
        }
        self
    }

    /// What the switches say about the engines.
    pub fn engine_config(&self, observer: &Observer) -> engine::Config {
        let mut seed = seed::Config::default();
        if let Some(limit) = self.timeout {
            seed.caps.time = seed.caps.time.min(limit / 5);
        }
        let mut abstractions = Abstraction::NAMES.iter().filter(|(name, _)| *name == self.abstraction);
        let abstraction = abstractions.next().map_or_else(Abstraction::default, |(_, abstraction)| *abstraction);
        let mut convergences = Convergence::NAMES.iter().filter(|(name, _)| *name == self.converge);
        let converge = convergences.next().map_or_else(Convergence::default, |(_, converge)| *converge);
        let mut replacements = Learning::REPLACEMENTS.iter().filter(|(name, _)| *name == self.replacement);
        let replacement = replacements.next().map_or_else(Learning::default, |(_, replacement)| *replacement);
        let (features, portfolio) = (self.solving.features(), self.portfolio());
        let observer = observer.clone();
        engine::Config { features, seed, portfolio, abstraction, converge, replacement, observer, store: None }
    }

    /// What the switches say about the portfolio.
    pub fn portfolio(&self) -> portfolio::Settings {
        let foreign = self.with_solver.clone();
        portfolio::Settings { members: self.members.clone(), foreign, threads: self.threads.into() }
    }
}

/// How a problem is solved and its evidence is checked.
#[derive(Clone, Debug, clap::Args)]
pub struct Solving {
    /// The features of lazy annotation: a rung of the paper's ladder (I to final), or all that there is.
    #[arg(long, default_value = "beyond", value_parser = PossibleValuesParser::new(Mark::NAMES.map(|(name, _)| name)), value_name = "MARK")]
    pub mark: String,

    /// Features to switch on, with commas between.
    #[arg(long = "with", value_delimiter = ',', value_parser = PossibleValuesParser::new(Features::NAMES), value_name = "FEATURES")]
    pub with: Vec<String>,

    /// Features to switch off, with commas between.
    #[arg(long = "no", value_delimiter = ',', value_parser = PossibleValuesParser::new(Features::NAMES), value_name = "FEATURES")]
    pub without: Vec<String>,

    /// Check the evidence with this SMT-LIB solver, such as "cvc5 --incremental", in place of the built-in Z3.
    #[arg(long, value_name = "COMMAND")]
    pub check_with: Option<String>,
}

impl Solving {
    /// What the switches say about lazy annotation.
    pub fn features(&self) -> Features {
        let mark = Mark::NAMES.iter().find(|(name, _)| *name == self.mark);
        let mut features = mark.map_or_else(Features::default, |(_, mark)| Features::of(*mark));
        self.with.iter().for_each(|name| _ = features.set(name, true));
        self.without.iter().for_each(|name| _ = features.set(name, false));
        features
    }
}

/// What to do other than to carry out a script.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// Solve, and write a certificate that others can check.
    Certify {
        /// The script.
        file: PathBuf,
        /// The folder to write.
        #[arg(short, long, value_name = "DIR")]
        output: PathBuf,
        /// Which question of the script, counted from 0.
        #[arg(long, default_value_t = 0, value_name = "NUMBER")]
        question: usize,
        /// How it is solved.
        #[command(flatten)]
        solving: Solving,
    },
    /// Check a certificate; exit code 0 if every obligation is confirmed by a solver and refuted by none.
    Verify {
        /// The folder.
        folder: PathBuf,
        /// The script that it is about.
        file: PathBuf,
        /// Ask this SMT-LIB solver, such as "cvc5 --incremental", in place of the built-in Z3; may be given several times.
        #[arg(long, value_name = "COMMAND")]
        with: Vec<String>,
    },
    /// Solve, and explain the answer.
    Explain {
        /// The script.
        file: PathBuf,
        /// Write a page, too, that needs nothing else.
        #[arg(long, value_name = "PAGE")]
        html: Option<PathBuf>,
        /// Print JSON in place of text.
        #[arg(long)]
        json: bool,
        /// Which question of the script, counted from 0.
        #[arg(long, default_value_t = 0, value_name = "NUMBER")]
        question: usize,
        /// How it is solved.
        #[command(flatten)]
        solving: Solving,
    },
    /// Print a script in the words that proof checkers know, for Alethe proofs of what they cannot read.
    Restate {
        /// The script.
        file: PathBuf,
        /// Which question of the script, counted from 0.
        #[arg(long, default_value_t = 0, value_name = "NUMBER")]
        question: usize,
    },
    /// For each rule, find a derivation that uses it or prove that it can never be used.
    Cover {
        /// The script.
        file: PathBuf,
        /// Cover this predicate in place of all rules; may be given several times.
        #[arg(long, value_name = "NAME")]
        predicate: Vec<String>,
        /// Execute every run, or try every derivation tree, in place of learning from failures, for comparison.
        #[arg(long)]
        no_learning: bool,
        /// How many back edges a run, or a branch of a derivation tree, takes at most without learning.
        #[arg(long, default_value_t = 1, value_name = "NUMBER")]
        back_edges: u32,
        /// How the result is written.
        #[arg(long, value_enum, default_value_t = StatisticsFormat::Text, value_name = "FORMAT")]
        format: StatisticsFormat,
        /// Print the derivations, with the values of each step.
        #[arg(long)]
        tests: bool,
        /// Print the proof for the rules that can never be used.
        #[arg(long)]
        proof: bool,
        /// Which question of the script, counted from 0.
        #[arg(long, default_value_t = 0, value_name = "NUMBER")]
        question: usize,
    },
    /// Find the greatest value of an argument over all facts of a predicate: a derivation that reaches it, and a proof
    /// that none is greater.
    Bound {
        /// The script.
        file: PathBuf,
        /// The predicate.
        predicate: String,
        /// Which argument, counted from 0; an integer.
        argument: usize,
        /// How the result is written.
        #[arg(long, value_enum, default_value_t = StatisticsFormat::Text, value_name = "FORMAT")]
        format: StatisticsFormat,
        /// Which question of the script, counted from 0; its goals are left out.
        #[arg(long, default_value_t = 0, value_name = "NUMBER")]
        question: usize,
        /// How it is solved.
        #[command(flatten)]
        solving: Solving,
    },
    /// Print the manual page.
    #[command(hide = true)]
    Manual {
        /// Write the pages of the subcommands, too, into this folder.
        folder: Option<PathBuf>,
    },
    /// Print completions for a shell.
    #[command(hide = true)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// Which verdict is called `sat`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Polarity {
    /// `(check-sat)` as SMT-LIB says, `(query …)` as Z3 does.
    Smtlib,
    /// `sat` when *false* can be derived, for every input.
    Reachability,
}

/// How numbers are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StatisticsFormat {
    /// For people.
    Text,
    /// One JSON object.
    Json,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a number of seconds that is not negative".to_string())
}

/// A predicate and the number of an argument; the name may have colons.
fn place(text: &str) -> Result<(String, usize), String> {
    let place = text.rsplit_once(':').and_then(|(name, number)| Some((name.to_string(), number.parse().ok()?)));
    place.ok_or_else(|| "expected a predicate, a colon and the number of an argument".into())
}

/// An engine that can be a member of the portfolio, and its share.
fn member(text: &str) -> Result<String, String> {
    let (name, share) = text.split_once(':').unwrap_or((text, "1"));
    match share.parse::<u32>() {
        _ if !portfolio::can_be_member(name) => {
            let names = engine::NAMES.into_iter().filter(|name| portfolio::can_be_member(name));
            Err(format!("expected one of {}", names.collect::<Vec<_>>().join(", ")))
        }
        Ok(share) if share > 0 => Ok(text.into()),
        _ => Err("expected a number greater than 0 after the colon".into()),
    }
}

fn proof_formats() -> impl TypedValueParser<Value = ProofDialect> {
    PossibleValuesParser::new(ProofDialect::NAMES.map(|(name, _)| name))
        .map(|name| ProofDialect::by_name(&name).unwrap_or_default())
}

fn model_formats() -> impl TypedValueParser<Value = ModelDialect> {
    PossibleValuesParser::new(ModelDialect::NAMES.map(|(name, _)| name))
        .map(|name| ModelDialect::by_name(&name).unwrap_or_default())
}
