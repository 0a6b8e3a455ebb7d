//! From the text of a script to a checked answer, through chosen passes.

use alphorn::{
    answer::{Answer, Method, Origin, answer},
    engine::{self, Statistics},
    horn::{self, Problem, normalise},
    smtlib::{Command, Reader, Source},
    stop::{Cause, Stop},
    term::Terms,
    transform::Selection,
    witness::check::Z3Text,
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
        Ok(Script { terms, problem, text: text.into(), reader, question })
    }

    /// The checked answer after these passes; `unknown` after `time`.
    pub fn answer(&mut self, engine: &str, passes: &Selection, time: Duration) -> Answer {
        let stop = Stop::new();
        let (done, ended) = mpsc::channel::<()>();
        let timer = stop.clone();
        let watch = thread::spawn(move || {
            if ended.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                timer.stop(Cause::Timeout);
            }
        });
        let engine = engine::by_name(engine, &engine::Config::default()).expect("there is such an engine");
        let method = Method { passes: passes.clone(), engine: engine.as_ref() };
        let mut backend = Z3Text::new(stop.clone(), time);
        let binder = |var| self.reader.binder_offset(var);
        let origin = Origin { source: &self.text, query: self.question, binder: &binder };
        let mut statistics = Statistics::default();
        let answer = answer(&mut self.terms, &self.problem, &origin, &method, &mut backend, &mut statistics, &stop);
        drop(done);
        let _ = watch.join();
        answer
    }
}
