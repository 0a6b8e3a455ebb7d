//! What is said about an answer: the only place that knows the two polarities.

use super::args::Polarity;
use crate::answer::{Answer, Checked, Evidence};

/// Which command asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// `check-sat` or `check-sat-assuming`: is there a solution?
    CheckSat,
    /// `query`: is there a derivation?
    Query,
}

/// The verdict in one word.
pub(super) fn word(answer: &Answer, question: Question, polarity: Polarity) -> &'static str {
    let Answer::Checked(checked) = answer else { return "unknown" };
    let asks_for_derivation = question == Question::Query || polarity == Polarity::Reachability;
    if checked.is_derivable() == asks_for_derivation { "sat" } else { "unsat" }
}

/// The answer to `get-model`, or why there is none.
pub(super) fn model(last: Option<&Answer>) -> Result<&str, &'static str> {
    match last {
        Some(Answer::Checked(checked)) if !checked.is_derivable() => Ok(checked.model()),
        Some(Answer::Checked(_)) => Err("there is no model: the clauses have no solution (ask for get-proof)"),
        Some(_) => Err("there is no model: the last answer was unknown"),
        None => Err("there is no model: nothing was asked yet, expected check-sat before"),
    }
}

/// The answer that `get-proof` and `get-unsat-core` are about, or why there is none.
pub(super) fn proof(last: Option<&Answer>) -> Result<&Checked, &'static str> {
    match last {
        Some(Answer::Checked(checked)) => match checked.evidence() {
            Evidence::Derivation(_) => Ok(checked),
            Evidence::Solution(_) => Err("there is no derivation: the clauses have a solution (ask for get-model)"),
        },
        Some(_) => Err("there is no derivation: the last answer was unknown"),
        None => Err("there is no derivation: nothing was asked yet, expected check-sat before"),
    }
}

/// An SMT-LIB error response.
pub(super) fn error(message: &str) -> String {
    format!("(error \"{}\")", message.replace('"', "\"\"").replace(['\n', '\r'], " "))
}
