//! Predicates that no fact reaches: *false* in the solution, and gone from the rules.

use super::{Ancestor, Budget, Pass, Rewriting, Rewritten, Supply, pass::restore_constant};
use alphorn_logic::{
    horn::{Problem, Rule, RuleId},
    term::{Terms, VarId},
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The pass.
pub struct Reachable;

impl Pass for Reachable {
    fn name(&self) -> &'static str {
        "reachable"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, _: &Budget) -> Option<Rewritten> {
        let possible = problem.possible();
        let mut rewriting = Rewriting::new();
        for (id, rule) in problem.rules() {
            if !Problem::is_usable(rule, &possible) {
                rewriting.leave_out();
            } else if rule.premises.iter().all(|p| possible[p.atom.pred.index()]) {
                rewriting.keep(id, rule);
            } else {
                let (rule, ancestor) = without_impossible(terms, id, rule, &possible);
                rewriting.add(rule, vec![ancestor]);
            }
        }
        let empty = problem.pred_ids().filter(|p| !possible[p.index()]).collect();
        rewriting.is_changed().then(|| rewriting.finish(problem, Some(restore_constant(empty, false))))
    }
}

/// The rule without the premises that cannot be derived; their flags are false.
fn without_impossible(terms: &mut Terms, id: RuleId, rule: &Rule, possible: &[bool]) -> (Rule, Ancestor) {
    let bottom = terms.bottom();
    let mut new = Rule { premises: Vec::new(), ..rule.clone() };
    let mut ancestor = Ancestor::same(id, rule);
    let mut falsified: FxHashMap<VarId, _> = FxHashMap::default();
    for (premise, supply) in rule.premises.iter().zip(&mut ancestor.premises) {
        if possible[premise.atom.pred.index()] {
            *supply = Supply::Premise(new.premises.len());
            new.premises.push(premise.clone());
        } else {
            *supply = Supply::Unneeded;
            falsified.extend(premise.flag.map(|flag| (flag, bottom)));
        }
    }
    new.constraint = terms.substitute(rule.constraint, &falsified);
    new.vars.retain(|v| !falsified.contains_key(v));
    (new, ancestor)
}
