//! The library's front door: a question about Horn clauses, its limits, and the evidence that answers it.
//!
//! Everything that goes in and comes out is text or plain data; see the crate's documentation for a tour.

use crate::{
    answer::{self, Answer, Evidence, Method, Origin},
    process::Process,
};
use alphorn_check::Backend;
use alphorn_engines::{engine, search::Features, seed};
use alphorn_logic::{
    horn::{Description, Problem},
    scopes::{Asserted, Refusal, Scopes},
    smtlib::{Assertion, Command, Effect, ReadError, Reader, Source},
    term::{ParameterNames, Terms, VarId, quote_symbol},
    witness::{Definition, Trace, Unknown},
};
use alphorn_run::{limit::with_limit, statistics::Statistics, stop::Stop};
use alphorn_smt::Z3Text;
use alphorn_transform::transform::Selection;
use indexmap::IndexMap;
use std::time::Duration;
use thiserror::Error;

/// A question about Horn clauses: can *false* be derived?
pub struct Question {
    terms: Terms,
    reader: Reader,
    source: String,
    problem: Problem,
    /// Where the command that asks starts.
    offset: u32,
    is_query: bool,
}

/// Why a script states no question.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum QuestionError {
    /// The script has a mistake, or is not Horn. The text shows where.
    #[error("{0}")]
    Script(String),
    /// The script has fewer questions than that.
    #[error("the script asks {0} questions: expected (check-sat) or (query …)")]
    NoQuestion(usize),
}

/// How to answer.
#[derive(Clone, Debug)]
pub struct Config {
    /// The engine's name, one of [`engine::NAMES`].
    pub engine: String,
    /// Give up after this time.
    pub timeout: Option<Duration>,
    /// What is done to the problem before it is solved.
    pub passes: Selection,
    /// What lazy annotation does.
    pub features: Features,
    /// Which engines a portfolio has.
    pub portfolio: engine::portfolio::Settings,
    /// Check the evidence with this SMT-LIB solver, such as `cvc5 --incremental`, in place of the built-in Z3.
    pub check_with: Option<String>,
    /// Stops the work from elsewhere: keep a clone, and call [`Stop::stop`].
    pub stop: Stop,
}

/// The answer to a [`Question`]. The evidence was checked against the source.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// *false* can be derived, step by step (SMT-LIB: `unsat`).
    Derivable(Trace),
    /// *false* cannot be derived (SMT-LIB: `sat`).
    Solved(Model),
    /// Not found out.
    Unknown(Unknown),
}

/// A formula for each predicate, under which every clause holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The definitions, in the order of the declarations. Parameters have the names of the source's variables where one rule
    /// names them and the names mean nothing else.
    pub definitions: Vec<Definition>,
    /// All definitions as SMT-LIB text, as they were checked.
    pub text: String,
}

/// Time for one question of the evidence checker.
pub(crate) const OBLIGATION: Duration = Duration::from_secs(60);

impl Default for Config {
    fn default() -> Self {
        let engine = engine::NAMES[0].into();
        Config {
            engine,
            timeout: None,
            passes: Selection::all(),
            features: Features::default(),
            portfolio: engine::portfolio::Settings::default(),
            check_with: None,
            stop: Stop::new(),
        }
    }
}

impl Config {
    /// What it says about the engines: the pre-analysis takes a fifth of the time at most.
    fn engines(&self) -> engine::Config {
        let mut seed = seed::Config::default();
        if let Some(limit) = self.timeout {
            seed.caps.time = seed.caps.time.min(limit / 5);
        }
        engine::Config { features: self.features, seed, portfolio: self.portfolio.clone(), ..engine::Config::default() }
    }
}

impl Question {
    /// The first question of a script.
    pub fn read(script: &str) -> Result<Question, QuestionError> {
        Self::read_nth(script, 0)
    }

    /// The question with a number, counted from 0; what the script pushed and popped before it is taken into account.
    pub fn read_nth(script: &str, number: usize) -> Result<Question, QuestionError> {
        let source = Source::whole("script", script);
        let wrong = |error: &ReadError| QuestionError::Script(error.render(source.name(), script));
        let (mut terms, mut reader, mut scopes) = (Terms::new(), Reader::new(), Scopes::new());
        let (mut asked, mut mistake) = (0, None);
        loop {
            let command = match reader.next(&mut terms, &source) {
                Ok(Some(command)) => command,
                Ok(None) => break,
                Err(error) => {
                    // A script without an end, or a question with a mistake.
                    let Some(refused) = reader.refused() else { return Err(wrong(&error)) };
                    if refused.effect == Effect::Answer {
                        asked += 1;
                        if asked > number {
                            return Err(wrong(&error));
                        }
                    }
                    mistake.get_or_insert(error.clone());
                    scopes.refuse(Refusal { refused, error });
                    continue;
                }
            };
            let span = command.span;
            let (extra, is_query) = match command.command {
                Command::Assert(Assertion { term, name, .. }) | Command::Rule(Assertion { term, name, .. }) => {
                    scopes.assert(Asserted { term, span, name });
                    continue;
                }
                Command::Push(n) => {
                    scopes.push(n);
                    continue;
                }
                Command::Pop(n) => {
                    scopes.pop(n, reader.keeps_declarations());
                    continue;
                }
                Command::Reset => {
                    scopes.reset();
                    continue;
                }
                Command::ResetAssertions => {
                    scopes.reset_assertions(reader.keeps_declarations());
                    continue;
                }
                Command::CheckSat => (Vec::new(), false),
                Command::CheckSatAssuming(literals) => (literals, false),
                Command::Query(query) => (vec![query.clause], true),
                _ => continue,
            };
            asked += 1;
            if asked <= number {
                continue;
            }
            let problem =
                scopes.problem(&mut terms, &reader, &extra, span).map_err(|obstacle| wrong(obstacle.error()))?;
            let source = script.to_string();
            return Ok(Question { terms, reader, source, problem, offset: span.start, is_query });
        }
        // Where a mistake may be why nothing is asked, it is told.
        Err(mistake.map_or(QuestionError::NoQuestion(asked), |error| wrong(&error)))
    }

    /// The script.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The byte where the command that asks starts.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// Whether `(query …)` asks, which says `sat` to a derivation; `(check-sat)` says `unsat` to it.
    pub fn is_query(&self) -> bool {
        self.is_query
    }

    /// Size and kind of the problem.
    pub fn describe(&self) -> Description {
        Description::of(&self.terms, &self.problem)
    }

    /// For each clause in normal form: the byte where its assertion starts, the predicates of its premises, and that of its
    /// head; a goal has none.
    pub fn clauses(&self) -> Vec<(u32, Vec<String>, Option<String>)> {
        let name = |pred| quote_symbol(self.problem.name(&self.terms, pred)).into_owned();
        let rules = self.problem.rules.iter().map(|rule| {
            let premises = rule.premises.iter().map(|premise| name(premise.atom.pred)).collect();
            (rule.origin, premises, rule.head.as_ref().map(|head| name(head.pred)))
        });
        rules.collect()
    }

    /// The parameters of each predicate by the predicate's name, as written: named as [`Definition::parameters`] are.
    pub fn parameters(&self) -> IndexMap<String, Vec<String>> {
        let free = ParameterNames::new(&self.terms);
        let named = self.problem.predicates.iter().enumerate().map(|(index, predicate)| {
            let function = self.terms.fun(predicate.fun);
            let names = free.choose(self.parameter_names(index, function.params.len()), |_| false);
            (quote_symbol(&function.name).into_owned(), names)
        });
        named.collect()
    }

    /// Its terms, its problem, and where each variable of the script is bound.
    pub(crate) fn parts(&mut self) -> (&mut Terms, &Problem, &Reader) {
        (&mut self.terms, &self.problem, &self.reader)
    }

    /// Solves, and checks the evidence.
    pub fn solve(&mut self, config: &Config) -> Outcome {
        let Some(engine) = engine::by_name(&config.engine, &config.engines()) else {
            return Outcome::Unknown(Unknown::because(format!("there is no engine {}", config.engine)));
        };
        let (stop, _linked) = config.stop.child();
        let answer = with_limit(config.timeout, &stop, || {
            let mut backend: Box<dyn Backend> = match &config.check_with {
                Some(command) => Box::new(Process::new(command, stop.clone(), OBLIGATION)),
                None => Box::new(Z3Text::new(stop.clone(), OBLIGATION)),
            };
            let binder = |var| self.reader.binder_offset(var);
            let origin = Origin { source: &self.source, query: self.offset, binder: &binder };
            let method = Method { passes: config.passes.clone(), engine: engine.as_ref(), simplify: true };
            let (backend, mut statistics) = (backend.as_mut(), Statistics::default());
            answer::answer(&mut self.terms, &self.problem, &origin, &method, backend, &mut statistics, &stop)
        });
        match answer {
            Answer::Unknown(unknown) => Outcome::Unknown(unknown),
            Answer::Rejected(failure) => {
                Outcome::Unknown(Unknown::because(format!("the evidence failed its check: {failure}")))
            }
            Answer::Checked(checked) => match checked.evidence() {
                Evidence::Derivation(derivation) => {
                    let binder = |var| self.reader.binder_offset(var);
                    Outcome::Derivable(Trace::new(derivation, &self.terms, &self.problem, &self.source, binder))
                }
                Evidence::Solution(_) => Outcome::Solved(self.model(checked.model())),
            },
        }
    }

    /// A model that was checked: its text, and its definitions with the source's names for the parameters.
    fn model(&self, text: &str) -> Model {
        let free = ParameterNames::new(&self.terms);
        let definitions = Definition::read_all(text).into_iter().enumerate();
        let named = |(index, definition): (usize, Definition)| {
            let wanted = self.parameter_names(index, definition.parameters.len());
            definition.renamed(&free, wanted)
        };
        Model { definitions: definitions.map(named).collect(), text: text.into() }
    }

    /// Names for a predicate's parameters: those that the source's variables have where it is applied to variables, if they
    /// are different names.
    fn parameter_names(&self, predicate: usize, arity: usize) -> Vec<String> {
        let is_source = |var: &VarId| self.reader.binder_offset(*var).is_some();
        let premises = self.problem.rules.iter().flat_map(|rule| rule.premises.iter().map(|premise| &premise.atom));
        let heads = self.problem.rules.iter().filter_map(|rule| rule.head.as_ref());
        let mut atoms = premises.chain(heads).filter(|atom| atom.pred.index() == predicate);
        let named = atoms.find_map(|atom| {
            let names: Vec<String> = atom.args.iter().map(|&var| self.terms.var(var).name.to_string()).collect();
            let mut different = names.clone();
            different.sort_unstable();
            different.dedup();
            (different.len() == names.len() && atom.args.iter().all(is_source)).then_some(names)
        });
        named.unwrap_or_else(|| (0..arity).map(|i| format!("x{i}")).collect())
    }
}
