//! Problems for tests.

use super::{Assertion, Problem, normalise};
use crate::{
    smtlib::{Command, Reader, Source},
    term::Terms,
};

/// The problem that a script states.
pub fn problem(text: &str) -> (Terms, Problem) {
    let (mut terms, mut reader, source) = (Terms::new(), Reader::new(), Source::whole("test", text));
    let mut assertions = Vec::new();
    while let Some(command) = reader.next(&mut terms, &source).expect("a script without mistakes") {
        if let Command::Assert(assertion) | Command::Rule(assertion) = command.command {
            assertions.push(Assertion { term: assertion.term, offset: command.span.start });
        }
    }
    let problem = normalise(&mut terms, reader.declared(), &assertions).expect("Horn clauses");
    (terms, problem)
}
