//! What an answer comes with: derivations and solutions.
//!
//! [`Derivation`] and [`Solution`] speak of the rules and predicates of a [`Problem`](crate::horn::Problem). The checker knows
//! neither: it takes the original text and the evidence as text.

mod definition;
mod derivation;
mod solution;
pub mod trace;
mod unknown;

pub use definition::Definition;
pub use derivation::{Derivation, DerivationBuilder, Fact, Step};
pub use solution::Solution;
pub use trace::{Trace, TraceStep};
pub use unknown::{Known, Unknown};

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
