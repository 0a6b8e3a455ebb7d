//! From a problem to an answer that was checked: the only place where a [`Checked`] verdict is made.

use crate::{
    engine::{Engine, Statistics},
    horn::Problem,
    stop::Stop,
    term::{Terms, VarId, quote_symbol},
    transform::{Selection, transform},
    witness::{
        Derivation, Solution, Unknown, Verdict,
        check::{Backend, Failure, check_derivation, check_solution},
    },
};
use std::time::Instant;

/// Where a problem came from: what the checker reads by itself.
pub struct Origin<'a> {
    /// The text of the script.
    pub source: &'a str,
    /// The byte offset of the command that asks.
    pub query: u32,
    /// The byte offset of the binder of a variable of the source.
    pub binder: &'a dyn Fn(VarId) -> Option<u32>,
}

/// How a problem is solved.
pub struct Method<'a> {
    /// What is done before.
    pub passes: Selection,
    /// What solves the result.
    pub engine: &'a dyn Engine,
}

/// The answer to a Horn problem.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A verdict whose evidence was checked against the source.
    Checked(Checked),
    /// No verdict.
    Unknown(Unknown),
    /// A verdict whose evidence did not pass the check: a defect of ours, or a limit of the checking solver.
    Rejected(Failure),
}

/// A verdict with evidence that was checked. Only [`answer`] makes one.
#[derive(Clone, Debug)]
pub struct Checked {
    evidence: Evidence,
    model: String,
}

/// What proves a verdict.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// *false* is derivable.
    Derivation(Derivation),
    /// *false* is not derivable.
    Solution(Solution),
}

impl Checked {
    /// The evidence.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Whether *false* is derivable.
    pub fn is_derivable(&self) -> bool {
        matches!(self.evidence, Evidence::Derivation(_))
    }

    /// The text of the model, exactly as it was checked; empty for a derivation.
    pub fn model(&self) -> &str {
        &self.model
    }
}

/// Transforms a problem, solves the result, carries the evidence back and checks it.
pub fn answer(
    terms: &mut Terms,
    problem: &Problem,
    origin: &Origin,
    method: &Method,
    backend: &mut dyn Backend,
    statistics: &mut Statistics,
    stop: &Stop,
) -> Answer {
    let transformed = transform(terms, problem, &method.passes, statistics, stop);
    let start = Instant::now();
    let verdict = method.engine.solve(terms, &transformed.problem, statistics, stop);
    statistics.add_time("solve-seconds", start.elapsed());
    let start = Instant::now();
    let verdict = transformed.lift(terms, verdict, stop);
    statistics.add_time("lift-seconds", start.elapsed());
    let Origin { source, query, binder } = origin;
    let (evidence, model, report) =
        match verdict {
            Verdict::Unknown(mut unknown) => {
                // What is known of predicates that the passes changed says nothing about those of the source.
                unknown.lemmas.retain(|known| {
                    problem.predicates.iter().map(|predicate| terms.fun(predicate.fun)).any(|fun| {
                        quote_symbol(&fun.name) == known.predicate && fun.params.len() == known.parameters.len()
                    })
                });
                return Answer::Unknown(unknown);
            }
            Verdict::Derivable(derivation) if derivation.steps.iter().any(|step| problem.rule(step.rule).weakened) => {
                return Answer::Unknown(Unknown::because("a derivation needs a universally quantified premise"));
            }
            Verdict::Derivable(derivation) => {
                let text = derivation.evidence(terms, problem, binder);
                let report = check_derivation(source, *query, &text, backend);
                (Evidence::Derivation(derivation), String::new(), report)
            }
            Verdict::Solved(solution) => {
                let text = solution.display(terms, problem);
                let report = check_solution(source, *query, &text, backend);
                (Evidence::Solution(solution), text, report)
            }
        };
    match report {
        Ok(report) => {
            statistics.add("checked-obligations", report.obligations as u64);
            statistics.add_time("check-seconds", report.time);
            Answer::Checked(Checked { evidence, model })
        }
        // A check that was cut short by a limit is a limit, not a defect.
        Err(_) if stop.is_stopped() => {
            let cause = stop.cause().map(|c| c.to_string()).unwrap_or_default();
            Answer::Unknown(Unknown::because(format!("{cause} while the evidence was checked")))
        }
        Err(failure) => Answer::Rejected(failure),
    }
}
