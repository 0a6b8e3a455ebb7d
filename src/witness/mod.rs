//! What an answer comes with: derivations, solutions, and their independent check.
//!
//! [`Derivation`] and [`Solution`] speak of the rules and predicates of a [`Problem`](crate::horn::Problem). [`check`] knows
//! neither: it takes the original text and the evidence as text.

pub mod certificate;
pub mod check;
mod derivation;
pub mod dialect;
mod solution;
pub mod trace;

pub use derivation::{Derivation, Fact, Step};
pub use solution::Solution;
pub use trace::{Trace, TraceStep};

/// The answer to a Horn problem. Whether that is called `sat` or `unsat` is the printer's business.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// *false* can be derived, and this is how.
    Derivable(Derivation),
    /// *false* cannot be derived, since these relations satisfy every rule.
    Solved(Solution),
    /// Neither was found.
    Unknown(Unknown),
}

/// Why there is no answer, and what was found out all the same.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// In words.
    pub reason: String,
    /// No derivation has a height (number of rules on its longest path) up to this one.
    pub no_derivation_up_to: Option<u32>,
}

impl Unknown {
    /// What is known, as pairs of a name and a text: the reason first.
    pub fn report(&self) -> Vec<(&'static str, String)> {
        let mut report = vec![("reason", self.reason.clone())];
        report.extend(self.no_derivation_up_to.map(|height| ("no derivation up to height", height.to_string())));
        report
    }

    /// Unknown for this reason, with nothing else found out.
    pub fn because(reason: impl Into<String>) -> Self {
        Unknown { reason: reason.into(), ..Unknown::default() }
    }
}
