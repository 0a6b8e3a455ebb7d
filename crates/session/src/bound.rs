//! The greatest value of an argument over all facts of a predicate: a resource bound, as in *An Interpolation Method for CLP
//! Traversal* (CP 2009, Section 6.2), with a derivation that reaches it and a proof that none is greater.
//!
//! Each question is whether the argument can be greater than a number. Derivations raise the greatest value known, proofs
//! lower the bound; the step between questions doubles until there is a proof, and is halved after that.

use crate::{
    api::{Config, Model, Outcome, Question, QuestionError},
    cover::rules,
};
use alphorn_logic::{
    term::{SortId, quote_symbol},
    witness::Trace,
};
use serde_json::{Value, json};
use std::{fmt::Write, time::Instant};

/// What was found out about the values of an argument.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// The greatest value that is known to be reached, and how: the last step but one derives it.
    pub reached: Option<(i128, Trace)>,
    /// No value is greater than this one (or there is none at all), and why.
    pub proved: Option<(Option<i128>, Model)>,
    /// How many questions were asked.
    pub questions: usize,
    /// Why the two are not the same number, if they are not.
    pub reason: Option<String>,
}

/// Finds the greatest value of an argument, which must be an integer. The time limit is for all questions together.
pub fn bound(
    question: &mut Question,
    predicate: &str,
    argument: usize,
    config: &Config,
) -> Result<Bound, QuestionError> {
    let asking = Asking::new(question, predicate, argument).map_err(QuestionError::Script)?;
    let mut bound = Bound::default();
    let mut step: i128 = 1;
    let started = Instant::now();
    loop {
        let most = match (&bound.reached, &bound.proved) {
            (Some((value, _)), Some((Some(most), _))) if value >= most => return Ok(bound),
            (None, Some(_)) => return Ok(bound),
            (Some((value, _)), Some((Some(most), _))) => Some(value + (most - value) / 2),
            (Some((value, _)), _) => Some(value + step - 1),
            (None, None) => None,
        };
        let timeout = config.timeout.map(|limit| limit.saturating_sub(started.elapsed()));
        bound.questions += 1;
        match Question::read(&asking.script(most))?.solve(&Config { timeout, ..config.clone() }) {
            Outcome::Solved(model) => bound.proved = Some((most, model)),
            Outcome::Derivable(trace) => match asking.value(&trace) {
                Some(value) => {
                    log::info!("{predicate}: {value} is reached");
                    bound.reached = Some((value, trace));
                    step = step.saturating_mul(2);
                }
                None => bound.reason = Some("a value is too large".into()),
            },
            Outcome::Unknown(unknown) => bound.reason = Some(unknown.reason),
        }
        if bound.reason.is_some() {
            return Ok(bound);
        }
    }
}

/// What is asked again and again.
struct Asking {
    rules: String,
    /// The predicate, as written.
    predicate: String,
    sorts: Vec<String>,
    argument: usize,
}

impl Asking {
    fn new(question: &mut Question, predicate: &str, argument: usize) -> Result<Self, String> {
        let rules = rules(question);
        let (terms, problem, _) = question.parts();
        let known = problem.predicates.iter().map(|known| terms.fun(known.fun));
        let found = known.into_iter().find(|fun| &*fun.name == predicate || quote_symbol(&fun.name) == predicate);
        let fun = found.ok_or_else(|| format!("there is no predicate {predicate}"))?;
        if fun.params.get(argument) != Some(&SortId::INT) {
            return Err(format!("argument {argument} of {predicate} is no integer"));
        }
        let sorts = fun.params.iter().map(|&sort| terms.display_sort(sort)).collect();
        Ok(Asking { rules, predicate: quote_symbol(&fun.name).into_owned(), sorts, argument })
    }

    /// The rules, and whether the argument can be greater than a number, or have a value at all.
    fn script(&self, most: Option<i128>) -> String {
        let names: Vec<String> = (0..self.sorts.len()).map(|i| format!("x{i}")).collect();
        let binders: Vec<String> =
            names.iter().zip(&self.sorts).map(|(name, sort)| format!("({name} {sort})")).collect();
        let greater = match most {
            None => "true".into(),
            Some(most) if most < 0 => format!("(> x{} (- {}))", self.argument, most.unsigned_abs()),
            Some(most) => format!("(> x{} {most})", self.argument),
        };
        let fact = format!("({} {})", self.predicate, names.join(" "));
        let binders = binders.join(" ");
        format!("{}\n(assert (forall ({binders}) (=> (and {fact} {greater}) false)))\n(check-sat)\n", self.rules)
    }

    /// The value of the argument in the fact that the last step uses.
    fn value(&self, trace: &Trace) -> Option<i128> {
        let fact = trace.steps.get(*trace.steps.last()?.premises.first()?)?.fact.as_ref()?;
        let text = fact.args.get(self.argument)?;
        match text.strip_prefix("(- ").and_then(|rest| rest.strip_suffix(')')) {
            Some(size) => size.parse::<i128>().ok().map(|size| -size),
            None => text.parse().ok(),
        }
    }
}

impl Bound {
    /// Whether the greatest value is known.
    pub fn is_tight(&self) -> bool {
        self.reason.is_none()
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = match (&self.reached, &self.proved) {
            (None, Some(_)) => writeln!(out, "no fact can be derived"),
            (Some((value, _)), _) if self.is_tight() => writeln!(out, "{value} is the greatest value"),
            (Some((value, _)), Some((Some(most), _))) => writeln!(out, "{value} is reached, {most} is not passed"),
            (Some((value, _)), _) => writeln!(out, "{value} is reached, no bound is proved"),
            (None, None) => writeln!(out, "nothing is known"),
        };
        if let Some(reason) = &self.reason {
            let _ = writeln!(out, "stopped: {reason}");
        }
        if let Some((_, trace)) = &self.reached {
            let used = trace.steps.iter().filter(|step| step.fact.is_some());
            used.for_each(|step| _ = writeln!(out, "  {} by line {}", step.fact_smtlib(), step.clause.line));
        }
        let _ = writeln!(out, "{} questions", self.questions);
        out
    }

    /// All of it.
    pub fn json(&self) -> Value {
        let fact =
            |step: &alphorn_logic::witness::TraceStep| json!({ "fact": step.fact_smtlib(), "line": step.clause.line });
        let steps = self
            .reached
            .as_ref()
            .map(|(_, trace)| trace.steps.iter().filter(|step| step.fact.is_some()).map(fact).collect::<Vec<_>>());
        json!({
            "reached": self.reached.as_ref().map(|(value, _)| value.to_string()),
            "proved": self.proved.as_ref().and_then(|(most, _)| most.map(|most| most.to_string())),
            "tight": self.is_tight(),
            "reason": self.reason,
            "steps": steps,
            "proof": self.proved.as_ref().map(|(_, model)| &model.text),
            "questions": self.questions,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const LOOP: &str = "(declare-fun loop (Int Int) Bool) (declare-fun end (Int) Bool) (declare-fun never (Int) Bool)
        (assert (forall ((n Int)) (=> (and (<= 0 n) (<= n 9)) (loop n 2))))
        (assert (forall ((n Int) (t Int)) (=> (and (loop n t) (> n 0)) (loop (- n 1) (+ t 3)))))
        (assert (forall ((n Int) (t Int)) (=> (and (loop n t) (= n 0)) (end t))))
        (assert (forall ((t Int)) (=> (and (end t) (> t 5)) false))) (check-sat)";

    fn of(predicate: &str, argument: usize) -> Result<Bound, QuestionError> {
        bound(&mut Question::read(LOOP).unwrap(), predicate, argument, &Config::default())
    }

    #[test]
    fn the_greatest_value_is_reached_and_proved() {
        let bound = of("end", 0).unwrap();
        assert!(bound.is_tight());
        assert_eq!(bound.reached.as_ref().map(|(value, _)| *value), Some(29));
        assert_eq!(bound.proved.as_ref().map(|(most, _)| *most), Some(Some(29)));
        assert!(bound.text().starts_with("29 is the greatest value\n"));
        assert!(of("never", 0).unwrap().reached.is_none());
        assert!(of("end", 1).is_err() && of("nothing", 0).is_err());
    }

    #[test]
    fn one_limit_is_for_all_questions_and_the_best_so_far_is_told() {
        let script = "(declare-fun up (Int) Bool) (assert (up 0))
            (assert (forall ((x Int)) (=> (up x) (up (+ x 1))))) (check-sat)";
        let config = Config { timeout: Some(Duration::from_secs(1)), ..Config::default() };
        let started = Instant::now();
        let bound = bound(&mut Question::read(script).unwrap(), "up", 0, &config).unwrap();
        // Each question alone is answered within the limit for more than 5 s.
        assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
        assert!(bound.proved.is_none() && !bound.is_tight());
        let (most, _) = bound.reached.as_ref().expect("some value is reached");
        assert!(bound.text().starts_with(&format!("{most} is reached, no bound is proved\nstopped: ")));
    }
}
