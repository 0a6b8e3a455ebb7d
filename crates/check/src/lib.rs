//! Independent checking of evidence, on text alone.
//!
//! The original script and the evidence come in as text, and what goes out to the back end is SMT-LIB text again. Nothing
//! but S-expressions is shared with the rest of the crate, so a mistake in reading or normalising is found here too.
//!
//! There is one path, [`Check`], and everybody takes it, in this order:
//!
//! 1. The script is read strictly: a command that is ill-formed, or that declares a name of the standard or one twice, is
//!    refused, and with it everything until a `pop` takes it back.
//! 2. The evidence is read strictly: exactly the grammar below, no annotation, no name that is not bound, declared or of the
//!    standard.
//! 3. On the way every term gets a sort, and every sort must be the declared one.
//! 4. What has to be shown is written anew from the terms: every bound variable is one of its own, and no name of the script
//!    or the evidence is written as it is, so that nothing can be captured or taken for something else.
//! 5. A solver decides it.
//!
//! A solution gives one obligation a clause: under the solution's definitions the negated clause must be unsatisfiable. A
//! derivation gives one a step: the clause with its quantifiers instantiated, the premises' facts and the negated fact must be
//! unsatisfiable together, whatever the predicates mean.

mod backend;
mod declare;
mod derivation;
mod elaborate;
mod failure;
mod head;
mod instantiate;
pub mod json;
mod matching;
mod names;
mod obligations;
mod print;
mod print_sorts;
mod script;
mod solution;
mod solve;
mod sort_text;
mod sorts;
mod steps;
mod term;
mod text;
mod theory;
mod theory_bits;
mod world;

pub use backend::{Answer, Backend};
pub use failure::{Failure, Place, Why};
pub use obligations::{Obligation, Obligations};
pub use script::questions;
pub use solve::Solver;
pub use text::cut;

use script::Script;
use std::time::Duration;

/// What a check that went well did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many clauses or steps were found to hold.
    pub obligations: usize,
    /// Wall time.
    pub time: Duration,
}

/// A script that was read up to a question: evidence about it can be checked.
pub struct Check<'s> {
    source: &'s str,
    script: Script,
}

impl<'s> Check<'s> {
    /// Reads the commands of `source` up to the checking command that starts at byte `question`.
    pub fn new(source: &'s str, question: u32) -> Result<Self, Failure> {
        Script::read(source, question).map(|script| Check { source, script })
    }

    /// Whether `(query …)` asks.
    pub fn is_query(&self) -> bool {
        self.script.is_query
    }

    /// What has to be shown of a model: `((define-fun P ((x Int)) Bool BODY) …)`, the same after the word `model`, or bare
    /// definitions: each declared predicate exactly once with its declared sorts, and nothing else.
    pub fn solution(self, model: &str) -> Result<Obligations, Failure> {
        solution::obligations(self.source, self.script, model)
    }

    /// What has to be shown of a derivation: `((step N ASSERTION ((x OFFSET VALUE) …) (PREMISE …) FACT) …)`. The steps are
    /// numbered from 0; then come the byte where the asserting command starts, the values of its variables, each named and
    /// with the byte where its binding symbol starts, the numbers of earlier steps, and the fact that follows: `(P v …)`, `P`,
    /// or in the last step `false`.
    pub fn derivation(self, derivation: &str) -> Result<Obligations, Failure> {
        derivation::obligations(self.source, self.script, derivation)
    }
}

/// Checks that `model` solves the assertions in force at the checking command that starts at byte `question` of `source`.
pub fn check_solution(source: &str, question: u32, model: &str, backend: &mut dyn Backend) -> Result<Report, Failure> {
    Check::new(source, question)?.solution(model)?.decide(backend)
}

/// Checks that `derivation` derives `false` from the assertions in force at the checking command that starts at byte
/// `question` of `source`.
pub fn check_derivation(
    source: &str,
    question: u32,
    derivation: &str,
    backend: &mut dyn Backend,
) -> Result<Report, Failure> {
    Check::new(source, question)?.derivation(derivation)?.decide(backend)
}
