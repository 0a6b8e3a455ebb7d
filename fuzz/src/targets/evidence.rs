//! The readers of evidence.

use crate::EVIDENCE;
use alphorn::{check::Check, sexpr::Sexprs};
use std::str;

/// A script, the line [`EVIDENCE`], and what is read as a model and as the steps of a derivation for each of its questions.
pub fn evidence(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let (script, evidence) = text.split_once(EVIDENCE).unwrap_or((SCRIPT, text));
    let (commands, _) = Sexprs::read_prefix(script);
    let asks = |word: &str| word.starts_with("check-sat") || word == "query";
    let questions = commands.iter().filter(|c| c.head().and_then(|h| h.symbol()).is_some_and(asks));
    for question in questions.take(3) {
        let offset = question.span().start;
        for is_solution in [true, false] {
            let made = Check::new(script, offset).and_then(|check| match is_solution {
                true => check.solution(evidence),
                false => check.derivation(evidence),
            });
            match made {
                Ok(made) => made.all.iter().for_each(|obligation| drop(made.script(obligation))),
                Err(failure) => drop(failure.to_string()),
            }
        }
    }
}

const SCRIPT: &str = "(set-logic HORN)(declare-fun P (Int Int) Bool)(declare-fun |q r| () Bool)\
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (>= y x)) (P x y))))\
(assert (forall ((x Int) (y Int)) (=> (and (P x y) |q r| (> x y)) false)))(check-sat)";
