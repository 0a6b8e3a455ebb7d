//! Why evidence was not accepted, in words for people.

use super::text;
use alphorn_sexpr::{Sexpr, SexprError};
use std::fmt;
use thiserror::Error;

/// Evidence that was not accepted: where it failed, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct Failure {
    /// Which part failed.
    pub place: Place,
    /// The line of the script that it is about, where there is one.
    pub line: Option<u32>,
    /// The text of the clause, the step or the definition, cut to one short line.
    pub text: String,
    /// What is wrong.
    pub why: Why,
}

/// The part of the evidence or the script that a failure is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The script itself.
    Script,
    /// The evidence as a whole.
    Evidence,
    /// The definition of the predicate of this name.
    Predicate(String),
    /// The clause of this number, counted from 0 in the order of the script.
    Clause(usize),
    /// The derivation step of this number.
    Step(usize),
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The obligation is false: the evidence is wrong.
    Refuted,
    /// The back end could not decide the obligation; its reason.
    Undecided(String),
    /// The evidence, or the script, has not the shape it must have.
    Malformed(String),
}

impl Failure {
    /// A failure of the evidence as a whole.
    pub(super) fn evidence(reason: impl Into<String>) -> Self {
        Failure { place: Place::Evidence, line: None, text: String::new(), why: Why::Malformed(reason.into()) }
    }

    /// A failure to read the evidence at all.
    pub(super) fn unreadable_evidence(evidence: &str, error: &SexprError) -> Self {
        let line = text::line(evidence, error.span.start);
        Self::evidence(format!("line {line} of the evidence: {error}"))
    }

    /// Something in the script that the checker does not understand.
    pub(super) fn script(source: &str, offset: u32, text: &str, reason: impl Into<String>) -> Self {
        Failure {
            place: Place::Script,
            line: Some(text::line(source, offset)),
            text: text::cut(text),
            why: Why::Malformed(reason.into()),
        }
    }

    /// A definition that is not as it must be.
    pub(super) fn predicate(name: &str, definition: Option<Sexpr<'_>>, reason: impl Into<String>) -> Self {
        let text = definition.map(|node| text::cut(node.text())).unwrap_or_default();
        Failure { place: Place::Predicate(name.into()), line: None, text, why: Why::Malformed(reason.into()) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        if let Some(line) = self.line {
            write!(f, " (line {line} of the script)")?;
        }
        write!(f, ": {}", self.why)?;
        if !self.text.is_empty() {
            write!(f, ": {}", self.text)?;
        }
        Ok(())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Script => f.write_str("the script"),
            Place::Evidence => f.write_str("the evidence"),
            Place::Predicate(name) => write!(f, "the definition of {name}"),
            Place::Clause(number) => write!(f, "clause {number}"),
            Place::Step(number) => write!(f, "step {number}"),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Refuted => f.write_str("does not hold"),
            Why::Undecided(reason) => write!(f, "could not be decided ({reason})"),
            Why::Malformed(reason) => f.write_str(reason),
        }
    }
}
