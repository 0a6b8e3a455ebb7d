//! From a problem to an answer that was checked: the only place where a [`Checked`] verdict is made.

use alphorn_check::{Backend, Failure, Report, check_derivation, check_solution};
use alphorn_engines::engine::{Engine, confirm};
use alphorn_logic::{
    horn::Problem,
    term::{ParameterNames, Terms, VarId, quote_symbol},
    witness::{Definition, Derivation, Known, Solution, Unknown, Verdict},
};
use alphorn_run::{caught::caught, limit::with_limit, memory, statistics::Statistics, stop::Stop};
use alphorn_transform::{
    transform::{LiftError, Selection, Transformed, transform},
    unspecified,
};
use log::warn;
use std::time::Instant;

/// Why there is no verdict where derivations were found.
const OPEN: &str = "every derivation that was found depends on the result of a division by zero, or of a selector on another constructor";

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
    /// Whether a solution is made simpler for people before it is checked.
    pub simplify: bool,
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
    answer_transformed(terms, &transformed, origin, method, backend, statistics, stop)
}

/// As [`answer`], of a problem that was transformed already. If evidence cannot be carried back, or is not accepted when it
/// was, the problem is solved again as it was given: no answer is lost by a pass.
pub fn answer_transformed(
    terms: &mut Terms,
    transformed: &Transformed,
    origin: &Origin,
    method: &Method,
    backend: &mut dyn Backend,
    statistics: &mut Statistics,
    stop: &Stop,
) -> Answer {
    let mut attempt = Attempt { origin, method, backend, statistics, stop, is_open: false };
    let mut answer = attempted(terms, transformed, &mut attempt);
    if attempt.is_open && !matches!(answer, Answer::Checked(_)) {
        answer = match stop.is_stopped() {
            true => Answer::Unknown(Unknown::because(OPEN)),
            false => attempt.guarded(terms, &transformed.original),
        };
    }
    with_cause(answer, stop)
}

/// After a stop its cause is the reason, whatever those say who were interrupted.
fn with_cause(answer: Answer, stop: &Stop) -> Answer {
    match (answer, stop.cause()) {
        (Answer::Unknown(unknown), Some(cause)) => Answer::Unknown(Unknown { reason: cause.to_string(), ..unknown }),
        (answer, _) => answer,
    }
}

fn attempted(terms: &mut Terms, transformed: &Transformed, attempt: &mut Attempt<'_>) -> Answer {
    let (answer, fault) = match attempt.run(terms, transformed) {
        Err(fault) => (Answer::Unknown(Unknown::because(fault.to_string())), fault.to_string()),
        Ok(Answer::Rejected(failure)) => {
            let fault = failure.to_string();
            (Answer::Rejected(failure), fault)
        }
        Ok(answer) => return answer,
    };
    if !transformed.is_changed() {
        return answer;
    }
    if !attempt.stop.is_stopped() {
        warn!("after the passes: {fault}; the problem is solved again without them");
        attempt.statistics.add("lift-retries", 1);
        if let Ok(checked @ Answer::Checked(_)) = attempt.run(terms, &Transformed::unchanged(&transformed.original)) {
            return checked;
        }
    }
    // Where the second attempt was cut short, nobody knows whether the first one shows a defect.
    if attempt.stop.is_stopped() { Answer::Unknown(Unknown::because(fault)) } else { answer }
}

/// What is known of the predicates of the source, in its words.
fn told(terms: &Terms, problem: &Problem, lemmas: Vec<Known>) -> Vec<Known> {
    let names = ParameterNames::new(terms);
    let tell = |Known { pred, parameters, formula, .. }: Known| {
        let predicate = quote_symbol(problem.name(terms, pred)).into_owned();
        let wanted: Vec<String> = (0..parameters.len()).map(|i| format!("x{i}")).collect();
        let unsorted = parameters.into_iter().map(|name| (name, String::new())).collect();
        let stated = Definition { predicate, parameters: unsorted, body: formula };
        let Definition { predicate, parameters, body } = stated.renamed(&names, wanted);
        Known { pred, predicate, parameters: parameters.into_iter().map(|(name, _)| name).collect(), formula: body }
    };
    lemmas.into_iter().map(tell).collect()
}

/// What one attempt at a problem needs.
struct Attempt<'a> {
    origin: &'a Origin<'a>,
    method: &'a Method<'a>,
    backend: &'a mut dyn Backend,
    statistics: &'a mut Statistics,
    stop: &'a Stop,
    /// Whether a derivation was found that depends on a result that SMT-LIB leaves open.
    is_open: bool,
}

impl Attempt<'_> {
    /// After a derivation that depends on open results: whether there is one that does not.
    fn guarded(&mut self, terms: &mut Terms, original: &Problem) -> Answer {
        self.statistics.add("guarded-attempts", 1);
        let guarded = unspecified::guarded(terms, original);
        let transformed = transform(terms, &guarded, &self.method.passes, self.statistics, self.stop);
        match self.run(terms, &transformed) {
            Ok(checked @ Answer::Checked(_)) => checked,
            _ => Answer::Unknown(Unknown::because(OPEN)),
        }
    }

    /// Checks a derivation, with other values if it depends on open results.
    fn judge_derivation(&mut self, terms: &mut Terms, problem: &Problem, derivation: Derivation) -> Answer {
        let answer = self.check_derivation(terms, problem, derivation.clone());
        if !matches!(answer, Answer::Rejected(_)) {
            return answer;
        }
        // Without the time to look it is not known whether the derivation is wrong, or right for some of those results.
        self.is_open |= confirm::holds_for_some(terms, problem, &derivation, self.stop) || self.stop.is_stopped();
        if !self.is_open {
            return answer;
        }
        let stop = self.stop;
        let holds = |terms: &mut Terms, other: &Derivation| confirm::holds_for_all(terms, problem, other, stop);
        if let Some(other) = unspecified::terms_for_values(terms, problem, &derivation, holds)
            && let checked @ Answer::Checked(_) = self.check_derivation(terms, problem, other)
        {
            return checked;
        }
        answer
    }

    fn check_derivation(&mut self, terms: &Terms, problem: &Problem, derivation: Derivation) -> Answer {
        let text = derivation.evidence(terms, problem, self.origin.binder);
        let report = check_derivation(self.origin.source, self.origin.query, &text, self.backend);
        self.judged(report, Checked { evidence: Evidence::Derivation(derivation), model: String::new() })
    }

    /// As [`Attempt::try_run`]; a panic on the way back, or in the check, is a piece of evidence that cannot be carried back.
    fn run(&mut self, terms: &mut Terms, transformed: &Transformed) -> Result<Answer, LiftError> {
        caught(|| self.try_run(terms, transformed)).unwrap_or_else(|panic| {
            self.statistics.add("evidence-panics", 1);
            Err(LiftError::Panicked(panic))
        })
    }

    /// Solves, carries back and checks. The error is that evidence could not be carried back, other than by a limit.
    fn try_run(&mut self, terms: &mut Terms, transformed: &Transformed) -> Result<Answer, LiftError> {
        let problem = &transformed.original;
        let start = Instant::now();
        let verdict = self.solve(terms, transformed);
        let solving = start.elapsed();
        self.statistics.add_time("solve-seconds", solving);
        let start = Instant::now();
        let (stop, _linked) = self.stop.child();
        let verdict =
            with_limit(Some(transformed.lift_time + solving), &stop, || transformed.lift(terms, verdict, &stop));
        self.statistics.add_time("lift-seconds", start.elapsed());
        match verdict {
            Err(LiftError::Stopped) if self.stop.is_stopped() => {
                Ok(Answer::Unknown(Unknown::because(LiftError::Stopped.to_string())))
            }
            Err(fault) => Err(fault),
            Ok(Verdict::Unknown(mut unknown)) => {
                unknown.lemmas = told(terms, problem, unknown.lemmas);
                Ok(Answer::Unknown(unknown))
            }
            Ok(Verdict::Derivable(derivation))
                if derivation.steps.iter().any(|step| problem.rule(step.rule).weakened) =>
            {
                Ok(Answer::Unknown(Unknown::because("a derivation needs a universally quantified premise")))
            }
            Ok(Verdict::Derivable(derivation)) => Ok(self.judge_derivation(terms, problem, derivation)),
            Ok(Verdict::Solved(mut solution)) => {
                if self.method.simplify {
                    solution.simplify(terms);
                }
                let model = solution.display(terms, problem);
                let report = check_solution(self.origin.source, self.origin.query, &model, self.backend);
                Ok(self.judged(report, Checked { evidence: Evidence::Solution(solution), model }))
            }
        }
    }

    /// What the engine says. A panic of it is an unknown: what it had is dropped, and terms are only ever added.
    fn solve(&mut self, terms: &mut Terms, transformed: &Transformed) -> Verdict {
        let Attempt { method, statistics, stop, .. } = self;
        let solved = caught(|| method.engine.solve(terms, &transformed.problem, statistics, stop));
        solved.unwrap_or_else(|panic| {
            self.statistics.add("engine-panics", 1);
            Verdict::Unknown(Unknown::because(panic))
        })
    }

    /// The answer after a check.
    fn judged(&mut self, report: Result<Report, Failure>, checked: Checked) -> Answer {
        match report {
            Ok(report) => {
                self.statistics.add("checked-obligations", report.obligations as u64);
                self.statistics.add_time("check-seconds", report.time);
                Answer::Checked(checked)
            }
            // A check that was cut short by a limit is a limit, not a defect.
            Err(_) if self.stop.is_stopped() => {
                let cause = self.stop.cause().map(|c| c.to_string()).unwrap_or_default();
                Answer::Unknown(Unknown::because(format!("{cause} while the evidence was checked")))
            }
            // So is one that found no more memory.
            Err(_) if memory::is_short() => {
                Answer::Unknown(Unknown::because("out of memory while the evidence was checked"))
            }
            Err(failure) => Answer::Rejected(failure),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::horn::testing::problem;
    use alphorn_run::stop::Cause;
    use alphorn_smt::Z3Text;
    use std::time::Duration;

    /// Has a defect, or says why it does not know.
    struct Says(Option<&'static str>);

    impl Engine for Says {
        fn name(&self) -> &'static str {
            "says"
        }

        fn solve(&self, _: &mut Terms, _: &Problem, _: &mut Statistics, _: &Stop) -> Verdict {
            Verdict::Unknown(Unknown::because(self.0.expect("broken on purpose")))
        }
    }

    fn reason(engine: &Says, stop: &Stop) -> String {
        let (mut terms, problem) = problem("(declare-fun P (Int) Bool)(assert (P 0))");
        let origin = Origin { source: "", query: 0, binder: &|_| None };
        let method = Method { passes: Selection::all(), engine, simplify: false };
        let (mut backend, mut statistics) = (Z3Text::new(stop.clone(), Duration::from_secs(9)), Statistics::default());
        match answer(&mut terms, &problem, &origin, &method, &mut backend, &mut statistics, stop) {
            Answer::Unknown(unknown) => unknown.reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_panic_of_the_engine_is_an_unknown() {
        assert!(reason(&Says(None), &Stop::new()).contains("broken on purpose"));
    }

    #[test]
    fn after_a_stop_its_cause_is_the_reason() {
        assert_eq!(reason(&Says(Some("incomplete")), &Stop::new()), "incomplete");
        for cause in [Cause::Timeout, Cause::Interrupt, Cause::Memory] {
            let stop = Stop::new();
            stop.stop(cause);
            assert_eq!(reason(&Says(Some("incomplete")), &stop), cause.to_string());
        }
    }
}
