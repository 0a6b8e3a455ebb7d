//! What is said about an answer: the only place that knows the two polarities.

use super::args::Polarity;
use alphorn_session::answer::{Answer, Checked, Evidence};

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
        None => Err("there is no model: nothing was asked about what is in force now, expected check-sat before"),
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
        None => Err("there is no derivation: nothing was asked about what is in force now, expected check-sat before"),
    }
}

/// Why the last answer was unknown. Z3 has words of its own for limits, which clients look for.
pub(super) fn reason(last: Option<&Answer>, in_z3s_words: bool) -> String {
    match last {
        Some(Answer::Unknown(unknown)) if in_z3s_words => match unknown.reason.as_str() {
            "interrupted" => "interrupted from keyboard".into(),
            "memory limit" => "memout".into(),
            "cancelled" => "canceled".into(),
            other => other.into(),
        },
        Some(Answer::Unknown(unknown)) => unknown.reason.clone(),
        Some(Answer::Rejected(failure)) => format!("the evidence failed its check: {failure}"),
        Some(Answer::Checked(_)) if in_z3s_words => String::new(),
        None if in_z3s_words => "state of the most recent check-sat command is not known".into(),
        _ => "there is none: the last answer was not unknown".into(),
    }
}

/// An SMT-LIB error response.
pub(super) fn error(message: &str) -> String {
    format!("(error \"{}\")", message.replace('"', "\"\"").replace(['\n', '\r'], " "))
}
