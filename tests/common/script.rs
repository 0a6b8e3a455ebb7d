//! From the text of a script to a checked answer, through chosen passes.

use alphorn::{
    answer::{Answer, Method, Origin, answer_transformed},
    check::Z3Text,
    converge::Convergence,
    engine::{self, Config, portfolio::Settings, predabs::Abstraction},
    forward::Learning,
    horn::{self, Problem, normalise},
    smtlib::{Command, Reader, Source},
    statistics::Statistics,
    stop::{Cause, Stop},
    term::Terms,
    transform::{Selection, Transformed, transform},
};
use std::{sync::mpsc, thread, time::Duration};

/// A script that was read.
pub struct Script {
    pub terms: Terms,
    pub problem: Problem,
    text: String,
    reader: Reader,
    /// Where the last command that asks stands.
    question: u32,
    /// What the last answer took.
    pub statistics: Statistics,
}

impl Script {
    pub fn read(text: &str) -> Result<Script, String> {
        let (mut terms, mut reader, source) = (Terms::new(), Reader::new(), Source::whole("test", text));
        let (mut assertions, mut question) = (Vec::new(), 0);
        while let Some(spanned) = reader.next(&mut terms, &source).map_err(|e| e.render("test", text))? {
            if matches!(spanned.command, Command::CheckSat | Command::Query(_)) {
                question = spanned.span.start;
            }
            let term = match spanned.command {
                Command::Assert(assertion) | Command::Rule(assertion) => assertion.term,
                Command::Query(query) => query.clause,
                _ => continue,
            };
            assertions.push(horn::Assertion { term, offset: spanned.span.start });
        }
        let problem = normalise(&mut terms, reader.declared(), &assertions).map_err(|e| e.to_string())?;
        Ok(Script { terms, problem, text: text.into(), reader, question, statistics: Statistics::default() })
    }

    /// The checked answer after these passes; `unknown` after `time`.
    pub fn answer(&mut self, engine: &str, passes: &Selection, time: Duration) -> Answer {
        let (stop, _timer) = stop_after(time);
        self.statistics = Statistics::default();
        let transformed = transform(&mut self.terms, &self.problem, passes, &mut self.statistics, &stop);
        self.answer_transformed(engine, &transformed, &stop)
    }

    /// The checked answer to the problem that was transformed. `NAME+VARIANT` is an engine with other options.
    pub fn answer_transformed(&mut self, engine: &str, transformed: &Transformed, stop: &Stop) -> Answer {
        let (name, variant) = engine.split_once('+').unwrap_or((engine, ""));
        let engine = engine::by_name(name, &config(variant)).expect("there is such an engine");
        let mut backend = Z3Text::new(stop.clone(), Duration::from_secs(20));
        let binder = |var| self.reader.binder_offset(var);
        let origin = Origin { source: &self.text, query: self.question, binder: &binder };
        let (terms, statistics) = (&mut self.terms, &mut self.statistics);
        let method = Method { passes: Selection::none(), engine: engine.as_ref(), simplify: false };
        answer_transformed(terms, transformed, &origin, &method, &mut backend, statistics, stop)
    }

    /// Whether the passes were at fault, and the last answer was found without them.
    pub fn was_solved_again(&self) -> bool {
        self.statistics.count("lift-retries").is_some()
    }
}

/// What the engines are made with: their defaults, or one of the variants.
fn config(variant: &str) -> Config {
    let default = Config::default();
    match variant {
        "" => default,
        "lawi" => Config { converge: Convergence::Lawi, ..default },
        "threads" => Config { portfolio: Settings { threads: 2, ..Settings::default() }, ..default },
        "boolean" => Config { abstraction: Abstraction::Boolean, ..default },
        "deletion" => Config { replacement: Learning::Replacement { slacken: false }, ..default },
        _ => panic!("there is no variant {variant}"),
    }
}

/// A token that is stopped after `time`, as long as the other part lives.
pub fn stop_after(time: Duration) -> (Stop, mpsc::Sender<()>) {
    let stop = Stop::new();
    let (timer, ended) = mpsc::channel::<()>();
    let stopped = stop.clone();
    thread::spawn(move || {
        if ended.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
            stopped.stop(Cause::Timeout);
        }
    });
    (stop, timer)
}
