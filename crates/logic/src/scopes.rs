//! What is in force at a question: the assertions of each open scope, and the commands that were left out there.
//!
//! A problem can only be had from here, and not while a command is left out that might have added to it. So nobody who
//! asks can forget to look.

use crate::{
    horn::{self, Problem, normalise},
    smtlib::{Effect, Position, ReadError, Reader, Refused},
    term::{TermId, Terms},
};
use alphorn_sexpr::Span;

/// An assertion in force, the place of its command, and its name.
#[derive(Clone, Debug)]
pub struct Asserted {
    /// A closed formula.
    pub term: TermId,
    /// The command.
    pub span: Span,
    /// What the script calls it.
    pub name: Option<String>,
}

/// A command that was left out, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The command.
    pub refused: Refused,
    /// What is wrong with it.
    pub error: ReadError,
}

impl Refusal {
    /// In words, with the places in `source`.
    pub fn tell(&self, source: &str) -> String {
        let Refusal { refused, error } = self;
        let (Position { line, column }, inner) = (Position::of(source, refused.span.start), error.position(source));
        let inside = match (inner.line, inner.column) == (line, column) {
            true => String::new(),
            false => format!("line {} column {}: ", inner.line, inner.column),
        };
        format!("the command {} at line {line} column {column} was refused: {inside}{}", refused.name, error.message)
    }
}

/// Why there is no problem at a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A command that might have added to it was left out.
    Refused(Refusal),
    /// It is outside of what is decided.
    Outside(ReadError),
}

impl Obstacle {
    /// In words, with the places in `source`.
    pub fn tell(&self, source: &str) -> String {
        match self {
            Obstacle::Refused(refusal) => refusal.tell(source),
            Obstacle::Outside(error) => {
                let Position { line, column } = error.position(source);
                format!("line {line} column {column}: {}", error.message)
            }
        }
    }

    /// The mistake that is the cause.
    pub fn error(&self) -> &ReadError {
        match self {
            Obstacle::Refused(refusal) => &refusal.error,
            Obstacle::Outside(error) => error,
        }
    }
}

/// A refusal, and the number of scopes that were open.
#[derive(Clone, Debug)]
struct Left {
    depth: usize,
    refusal: Refusal,
}

/// The assertion stack.
#[derive(Clone, Debug, Default)]
pub struct Scopes {
    assertions: Vec<Asserted>,
    /// How many assertions there were at each push that is open.
    levels: Vec<usize>,
    /// For each scope and kind of effect the first command that was left out.
    left: Vec<Left>,
}

impl Scopes {
    /// One scope, which is empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of scopes that `push` has opened.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// The assertions in force, in order.
    pub fn assertions(&self) -> impl Iterator<Item = &Asserted> {
        self.assertions.iter()
    }

    /// Adds to the innermost scope.
    pub fn assert(&mut self, asserted: Asserted) {
        self.assertions.push(asserted);
    }

    /// Opens scopes.
    pub fn push(&mut self, count: usize) {
        self.levels.extend(std::iter::repeat_n(self.assertions.len(), count));
    }

    /// Closes scopes. What was left out of them is no longer missing, unless it was a declaration and those stay.
    pub fn pop(&mut self, count: usize, keeps_declarations: bool) {
        let depth = self.levels.len().saturating_sub(count);
        if let Some(&length) = self.levels.get(depth) {
            self.assertions.truncate(length);
        }
        self.levels.truncate(depth);
        self.left.retain_mut(|left| {
            let stays = match left.refusal.refused.effect {
                // It is not known which scopes there are.
                Effect::Scopes => true,
                Effect::Declarations => keeps_declarations || left.depth <= depth,
                _ => left.depth <= depth,
            };
            left.depth = left.depth.min(depth);
            stays
        });
    }

    /// Starts anew: `reset`.
    pub fn reset(&mut self) {
        *self = Scopes::new();
    }

    /// Closes all scopes and drops all assertions. Declarations may stay, and then those that were left out are missing.
    pub fn reset_assertions(&mut self, keeps_declarations: bool) {
        let mut left = std::mem::take(&mut self.left);
        left.retain(|left| keeps_declarations && left.refusal.refused.effect == Effect::Declarations);
        left.iter_mut().for_each(|left| left.depth = 0);
        *self = Scopes { left, ..Scopes::new() };
    }

    /// Notes that a command was left out.
    pub fn refuse(&mut self, refusal: Refusal) {
        let (depth, effect) = (self.depth(), refusal.refused.effect);
        let missing = !matches!(effect, Effect::Nothing | Effect::Answer);
        let is_known = |left: &Left| left.depth == depth && left.refusal.refused.effect == effect;
        if missing && !self.left.iter().any(is_known) {
            self.left.push(Left { depth, refusal });
        }
    }

    /// The problem that the assertions state, with some more of the command at `span`.
    pub fn problem(
        &self,
        terms: &mut Terms,
        reader: &Reader,
        more: &[TermId],
        span: Span,
    ) -> Result<Problem, Box<Obstacle>> {
        if let Some(left) = self.left.first() {
            return Err(Box::new(Obstacle::Refused(left.refusal.clone())));
        }
        let asserted = self.assertions.iter().map(|a| (a.term, a.span));
        let all: Vec<(TermId, Span)> = asserted.chain(more.iter().map(|&term| (term, span))).collect();
        let assertions: Vec<_> = all.iter().map(|&(term, s)| horn::Assertion { term, offset: s.start }).collect();
        normalise(terms, reader.declared(), &assertions).map_err(|error| {
            let span = all.iter().find(|(_, s)| s.start == error.offset).map_or(span, |(_, s)| *s);
            Box::new(Obstacle::Outside(ReadError { span, message: error.why, help: None }))
        })
    }
}

#[cfg(test)]
mod tests;
