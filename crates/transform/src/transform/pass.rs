//! What a pass is, and how its result is undone.

use super::{Ancestor, Budget, ancestry};
use alphorn_logic::{
    horn::{PredId, Predicate, Problem, Rule, RuleId},
    term::Terms,
    witness::{Derivation, Known, Solution},
};
use alphorn_run::stop::Stop;
use std::rc::Rc;
use thiserror::Error;

/// One rewriting of problems: *false* is derivable in the result exactly if it is in what was given.
pub trait Pass {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// The rewritten problem, or `None` when there is nothing to do. Predicates keep their numbers, also those that no rule
    /// speaks of any more.
    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten>;
}

/// Carries evidence about a rewritten problem back to the problem it was made from.
pub trait Lift {
    /// A solution of the old problem from one of the new.
    fn solution(&self, terms: &mut Terms, solution: Solution, stop: &Stop) -> Result<Solution, LiftError>;

    /// A derivation in the old problem from one in the new.
    fn derivation(&self, terms: &mut Terms, derivation: Derivation, stop: &Stop) -> Result<Derivation, LiftError>;

    /// What is known of every fact of the old problem, from what is known of every fact of the new; nothing where these do not
    /// speak of those.
    fn known(&self, terms: &Terms, known: Known) -> Option<Known>;
}

/// Why evidence could not be carried back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LiftError {
    /// No instance of the old rules was found for a step of the new ones.
    #[error("a step of the derivation could not be carried back")]
    Step,
    /// The run was stopped.
    #[error("stopped while the evidence was carried back")]
    Stopped,
    /// A defect.
    #[error("{0}")]
    Panicked(String),
}

/// What a pass made of a problem.
pub struct Rewritten {
    /// The new problem.
    pub problem: Rc<Problem>,
    /// The way back.
    pub lift: Box<dyn Lift>,
}

/// The solution's half of a way back. Derivations go back by the ancestors of the rules.
pub type Restore = Box<dyn Fn(&mut Terms, Solution, &Stop) -> Result<Solution, LiftError>>;

/// What is known of facts, carried back.
pub type Carry = Box<dyn Fn(&Terms, Known) -> Option<Known>>;

/// A rewriting whose new rules are made of old ones. Every fact of the old problem is one of the new, if its predicate is.
struct RuleLift {
    old: Rc<Problem>,
    new: Rc<Problem>,
    ancestors: Vec<Vec<Ancestor>>,
    restore: Option<Restore>,
    carry: Option<Carry>,
}

impl Lift for RuleLift {
    fn solution(&self, terms: &mut Terms, solution: Solution, stop: &Stop) -> Result<Solution, LiftError> {
        match &self.restore {
            Some(restore) => restore(terms, solution, stop),
            None => Ok(solution),
        }
    }

    fn derivation(&self, terms: &mut Terms, derivation: Derivation, stop: &Stop) -> Result<Derivation, LiftError> {
        ancestry::carry_back(terms, &self.old, &self.new, &self.ancestors, &derivation, stop)
    }

    fn known(&self, terms: &Terms, known: Known) -> Option<Known> {
        match &self.carry {
            Some(carry) => carry(terms, known),
            None => Some(known),
        }
    }
}

/// Gathers the rules of a new problem together with what they are made of.
#[derive(Default)]
pub struct Rewriting {
    rules: Vec<Rule>,
    ancestors: Vec<Vec<Ancestor>>,
    changed: bool,
}

impl Rewriting {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a rule as it is.
    pub fn keep(&mut self, id: RuleId, rule: &Rule) {
        self.rules.push(rule.clone());
        self.ancestors.push(vec![Ancestor::same(id, rule)]);
    }

    /// Leaves a rule out.
    pub fn leave_out(&mut self) {
        self.changed = true;
    }

    /// Adds a rule: a derivation that uses it uses one of its ancestors instead.
    pub fn add(&mut self, rule: Rule, ancestors: Vec<Ancestor>) {
        self.changed = true;
        self.rules.push(rule);
        self.ancestors.push(ancestors);
    }

    /// Whether any rule was added or left out.
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// The rules so far as a problem with the predicates of the old one.
    pub fn problem(&self, old: &Problem) -> Problem {
        Problem { predicates: old.predicates.clone(), rules: self.rules.clone() }
    }

    /// The result with the predicates of the old problem.
    pub fn finish(self, old: &Rc<Problem>, restore: Option<Restore>) -> Rewritten {
        let predicates = old.predicates.clone();
        self.made_of(old, Problem { predicates, rules: Vec::new() }, restore, None)
    }

    /// The result with predicates of its own.
    pub fn finish_with(
        self,
        old: &Rc<Problem>,
        predicates: Vec<Predicate>,
        restore: Restore,
        carry: Carry,
    ) -> Rewritten {
        self.made_of(old, Problem { predicates, rules: Vec::new() }, Some(restore), Some(carry))
    }

    fn made_of(self, old: &Rc<Problem>, mut new: Problem, restore: Option<Restore>, carry: Option<Carry>) -> Rewritten {
        new.rules = self.rules;
        let problem = Rc::new(new);
        let lift = RuleLift { old: old.clone(), new: problem.clone(), ancestors: self.ancestors, restore, carry };
        Rewritten { problem, lift: Box::new(lift) }
    }
}

/// A restoration that makes some predicates constant: `true` or `false`.
pub fn restore_constant(constant: Vec<PredId>, value: bool) -> Restore {
    Box::new(move |terms, mut solution, _| {
        for &pred in &constant {
            solution.definitions[pred.index()].body = terms.bool(value);
        }
        Ok(solution)
    })
}
