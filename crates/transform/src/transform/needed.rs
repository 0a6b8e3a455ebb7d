//! Predicates that no goal needs: *true* in the solution, and gone from the rules.

use super::{Budget, Pass, Rewriting, Rewritten, pass::restore_constant};
use alphorn_logic::{
    horn::{PredId, Problem, Rule},
    term::Terms,
};
use std::rc::Rc;

/// The pass.
pub struct Needed;

impl Pass for Needed {
    fn name(&self) -> &'static str {
        "needed"
    }

    fn apply(&self, _: &mut Terms, problem: &Rc<Problem>, _: &Budget) -> Option<Rewritten> {
        let needed = needed(problem);
        let mut rewriting = Rewriting::new();
        for (id, rule) in problem.rules() {
            if rule.head.as_ref().is_none_or(|head| needed[head.pred.index()]) {
                rewriting.keep(id, rule);
            } else {
                rewriting.leave_out();
            }
        }
        let others = problem.pred_ids().filter(|p| !needed[p.index()]).collect();
        rewriting.is_changed().then(|| rewriting.finish(problem, Some(restore_constant(others, true))))
    }
}

/// For each predicate whether a derivation of *false* could use it.
fn needed(problem: &Problem) -> Vec<bool> {
    let by_head = problem.rules_by_head();
    let mut needed = vec![false; problem.predicates.len()];
    let premises = |rule: &Rule| rule.premises.iter().map(|p| p.atom.pred).collect::<Vec<PredId>>();
    let mut todo: Vec<PredId> = problem.goals().flat_map(|(_, goal)| premises(goal)).collect();
    while let Some(pred) = todo.pop() {
        if !std::mem::replace(&mut needed[pred.index()], true) {
            todo.extend(by_head[pred.index()].iter().flat_map(|&id| premises(problem.rule(id))));
        }
    }
    needed
}
