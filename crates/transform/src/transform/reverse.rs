//! Reversal of linear problems: what reaches a goal is derived in place of what a fact reaches (backward analysis).
//!
//! Facts become goals, goals become facts, and every other rule changes its direction. A solution goes back by negation,
//! a derivation by reading it from its end.

use super::{Budget, Lift, LiftError, Pass, Rewritten};
use alphorn_logic::{
    horn::{Premise, Problem, Rule},
    term::Terms,
    witness::{Derivation, Fact, Known, Solution, Step},
};
use alphorn_run::stop::Stop;
use std::rc::Rc;

/// The pass.
pub struct Reverse;

impl Pass for Reverse {
    fn name(&self) -> &'static str {
        "reverse"
    }

    fn apply(&self, _: &mut Terms, problem: &Rc<Problem>, _: &Budget) -> Option<Rewritten> {
        let plain = |rule: &Rule| rule.premises.len() <= 1 && rule.premises.iter().all(|p| p.flag.is_none());
        if !problem.rules.iter().all(plain) {
            return None;
        }
        let rules = problem.rules.iter().map(reversed).collect();
        let new = Problem { predicates: problem.predicates.clone(), rules };
        Some(Rewritten { problem: Rc::new(new), lift: Box::new(Reversed { old: problem.clone() }) })
    }
}

fn reversed(rule: &Rule) -> Rule {
    let premises = rule.head.iter().map(|head| Premise { atom: head.clone(), flag: None }).collect();
    Rule { head: rule.premises.first().map(|premise| premise.atom.clone()), premises, ..rule.clone() }
}

struct Reversed {
    old: Rc<Problem>,
}

impl Lift for Reversed {
    fn solution(&self, terms: &mut Terms, mut solution: Solution, _: &Stop) -> Result<Solution, LiftError> {
        for definition in &mut solution.definitions {
            definition.body = terms.not(definition.body);
        }
        Ok(solution)
    }

    /// Each rule has its own number and variables in both directions, so a step keeps its values.
    fn derivation(&self, _: &mut Terms, derivation: Derivation, _: &Stop) -> Result<Derivation, LiftError> {
        let mut lifted = Derivation::default();
        let mut next = derivation.steps.len().checked_sub(1);
        while let Some(at) = next {
            let step = &derivation.steps[at];
            let rule = self.old.rule(step.rule);
            let value = |var| {
                let position = rule.vars.iter().position(|v| *v == var).ok_or(LiftError::Step)?;
                Ok(step.values[position])
            };
            let fact = match &rule.head {
                None => None,
                Some(head) => {
                    let args = head.args.iter().map(|&arg| value(arg)).collect::<Result<_, LiftError>>()?;
                    Some(Fact { pred: head.pred, args })
                }
            };
            let premises = rule.premises.iter().map(|_| lifted.steps.len().checked_sub(1)).collect();
            lifted.steps.push(Step { rule: step.rule, values: step.values.clone(), premises, fact });
            next = step.premises.first().copied().flatten();
        }
        Ok(lifted)
    }

    /// What is known of all that reaches a goal says nothing about what a fact reaches.
    fn known(&self, _: &Terms, _: Known) -> Option<Known> {
        None
    }
}
