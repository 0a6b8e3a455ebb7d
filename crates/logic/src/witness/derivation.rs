//! Derivations of *false*: a directed acyclic graph of ground steps.

use crate::{
    horn::{PredId, Problem, RuleId},
    term::{TermId, Terms, VarId, quote_symbol},
};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// A derivation of *false*: steps in an order in which each follows from earlier ones; the last derives *false*.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Derivation {
    /// The steps.
    pub steps: Vec<Step>,
}

/// One ground instance of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The rule.
    pub rule: RuleId,
    /// A value for each variable of the rule, in the order of the rule's `vars`.
    pub values: Vec<TermId>,
    /// For each premise of the rule the step that derives it, or `None` where its condition flag is false.
    pub premises: Vec<Option<usize>>,
    /// What it derives; `None` is *false*.
    pub fact: Option<Fact>,
}

/// A predicate applied to values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    /// The predicate.
    pub pred: PredId,
    /// Its arguments.
    pub args: Vec<TermId>,
}

/// Puts a derivation together, premises first. A fact that is derived already is not derived again.
#[derive(Debug, Default)]
pub struct DerivationBuilder {
    steps: Vec<Step>,
    known: FxHashMap<Fact, usize>,
}

impl DerivationBuilder {
    /// Adds a step; the number of the step that derives its fact.
    pub fn step(&mut self, step: Step) -> usize {
        let number = self.steps.len();
        if let Some(fact) = &step.fact
            && let known = *self.known.entry(fact.clone()).or_insert(number)
            && known < number
        {
            return known;
        }
        self.steps.push(step);
        number
    }

    /// The derivation, without steps that the last one does not need.
    pub fn finish(self) -> Derivation {
        let mut derivation = Derivation { steps: self.steps };
        derivation.prune();
        derivation
    }
}

impl Derivation {
    /// Leaves out the steps that the last one does not need.
    pub fn prune(&mut self) {
        let mut needed = vec![false; self.steps.len()];
        if let Some(last) = needed.last_mut() {
            *last = true;
        }
        for (n, step) in self.steps.iter().enumerate().rev() {
            if needed[n] {
                step.premises.iter().flatten().for_each(|&premise| needed[premise] = true);
            }
        }
        let mut place = vec![0; self.steps.len()];
        let mut kept = Vec::new();
        for (n, mut step) in std::mem::take(&mut self.steps).into_iter().enumerate() {
            if needed[n] {
                place[n] = kept.len();
                for premise in step.premises.iter_mut().flatten() {
                    *premise = place[*premise];
                }
                kept.push(step);
            }
        }
        self.steps = kept;
    }

    /// For the checker: `((step N ASSERTION ((x OFFSET VALUE) …) (PREMISE …) FACT) …)`.
    /// `offset` gives the place of a source variable's binder.
    pub fn evidence(&self, terms: &Terms, problem: &Problem, offset: impl Fn(VarId) -> Option<u32>) -> String {
        let mut out = String::from("(");
        for (n, step) in self.steps.iter().enumerate() {
            let rule = problem.rule(step.rule);
            let _ = write!(out, "(step {n} {} (", rule.origin);
            for (&var, &value) in rule.vars.iter().zip(&step.values) {
                if let Some(at) = offset(var) {
                    let name = quote_symbol(&terms.var(var).name);
                    let _ = write!(out, "({name} {at} {})", terms.display_unshared(value));
                }
            }
            let premises: Vec<String> = step.premises.iter().flatten().map(ToString::to_string).collect();
            let fact = display_fact(terms, problem, step.fact.as_ref());
            let _ = writeln!(out, ") ({}) {fact})", premises.join(" "));
        }
        out.push(')');
        out
    }
}

fn display_fact(terms: &Terms, problem: &Problem, fact: Option<&Fact>) -> String {
    let Some(fact) = fact else { return "false".into() };
    let name = quote_symbol(problem.name(terms, fact.pred));
    if fact.args.is_empty() {
        return name.into_owned();
    }
    let mut out = format!("({name}");
    for &arg in &fact.args {
        let _ = write!(out, " {}", terms.display_unshared(arg));
    }
    out.push(')');
    out
}
