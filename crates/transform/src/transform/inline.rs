//! Inlining: a predicate is replaced by the bodies of its rules wherever it is a premise, and is gone.
//!
//! Each application takes predicates none of which is a premise in a rule for another one, so that what is put in is never
//! put in again, and long chains are halved each time. A premise with a condition flag gets the disjunction of the bodies in
//! place of its flag, whose own premises get flags; a premise without one makes a new rule for each body.

mod choose;
mod restore;
mod unfold;
mod uses;

use super::{Budget, Pass, Rewriting, Rewritten};
use alphorn_logic::{
    horn::{PredId, Problem, RuleId},
    term::Terms,
};
use choose::choose;
use rustc_hash::FxHashMap;
use std::rc::Rc;
pub(super) use unfold::Unfolder;

/// The pass.
pub struct Inline;

/// The predicates to inline, with the rules that define them.
pub(super) type Definitions = FxHashMap<PredId, Vec<RuleId>>;

impl Pass for Inline {
    fn name(&self) -> &'static str {
        "inline"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let chosen = choose(terms, problem, budget);
        if chosen.is_empty() {
            return None;
        }
        let by_head = problem.rules_by_head();
        let definitions: Definitions = chosen.iter().map(|&pred| (pred, by_head[pred.index()].clone())).collect();
        let mut rewriting = Rewriting::new();
        for (id, rule) in problem.rules() {
            if rule.head.as_ref().is_some_and(|head| definitions.contains_key(&head.pred)) {
                rewriting.leave_out();
            } else if rule.premises.iter().any(|p| definitions.contains_key(&p.atom.pred)) {
                for (rule, ancestor) in Unfolder::new(terms, problem, &definitions).unfold(id) {
                    rewriting.add(rule, vec![ancestor]);
                }
            } else {
                rewriting.keep(id, rule);
            }
        }
        let old = problem.clone();
        let restore =
            move |terms: &mut Terms, solution, stop: &_| restore::restore(terms, &old, &chosen, solution, stop);
        Some(rewriting.finish(problem, Some(Box::new(restore))))
    }
}
