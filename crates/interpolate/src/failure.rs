//! Why there is no interpolant.

use super::verify::Flaw;
use alphorn_run::stop::Cause;

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// There is none: the sides have a common model.
    #[error("the prefix and the suffix have a common model")]
    Satisfiable,
    /// Stopped from outside.
    #[error("stopped: {0}")]
    Stopped(Cause),
    /// As many cases or calls as the budget allows were not enough.
    #[error("the budget for {0} is spent")]
    Budget(&'static str),
    /// A clause would have more disjuncts than the configuration allows.
    #[error("too many disjuncts")]
    Disjuncts,
    /// Nothing was found in the restriction language.
    #[error("no interpolant in the restriction language")]
    Restricted,
    /// The solver could not decide a question that had to be decided.
    #[error("the solver does not know: {0}")]
    Unknown(String),
    /// No method answers for a case of this question.
    #[error("no method applies")]
    NoMethod,
    /// What was found is not an interpolant.
    #[error("what was found is not an interpolant: {0}")]
    Unverified(Flaw),
}
