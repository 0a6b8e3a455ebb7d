//! Arguments that only goals look at, such as the truth of a property: the goals look at the step that computes them instead.
//!
//! A goal about facts of one predicate becomes one goal for each of its rules, about the premises of that rule. This is done
//! where an argument becomes irrelevant by it.

use super::{
    Budget, Pass, Rewriting, Rewritten, Size,
    inline::{Definitions, Unfolder},
    irrelevant,
    size::rule_size,
};
use alphorn_logic::{
    horn::{PredId, Problem, Rule},
    term::{Lambda, TermId, Terms, VarId},
    witness::Solution,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The pass.
pub struct Goals;

impl Pass for Goals {
    fn name(&self) -> &'static str {
        "goals"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let preds = observed(terms, problem, budget)?;
        let by_head = problem.rules_by_head();
        let definitions: Definitions = preds.iter().map(|&pred| (pred, by_head[pred.index()].clone())).collect();
        let mut rewriting = Rewriting::new();
        let mut excluded: Vec<(PredId, Lambda)> = Vec::new();
        let mut size = Size::of(terms, problem).terms;
        for (id, rule) in problem.rules() {
            match plain_goal(terms, rule).filter(|(pred, _)| preds.contains(pred)) {
                None => rewriting.keep(id, rule),
                Some(goal) => {
                    for (unfolded, ancestor) in Unfolder::new(terms, problem, &definitions).unfold(id) {
                        size += rule_size(terms, &unfolded);
                        rewriting.add(unfolded, vec![ancestor]);
                    }
                    excluded.push(goal);
                }
            }
        }
        // Who looks at what is computed from itself would look at it again.
        if size > budget.most_terms || !irrelevant::is_something(terms, &rewriting.problem(problem), budget) {
            return None;
        }
        let restore = move |terms: &mut Terms, mut solution: Solution, _: &_| {
            for (pred, goal) in &excluded {
                let definition = &mut solution.definitions[pred.index()];
                let params: Vec<TermId> = definition.params.iter().map(|&param| terms.var_term(param)).collect();
                let goal = terms.beta(goal, &params);
                let not = terms.not(goal);
                definition.body = terms.and([definition.body, not]);
            }
            Ok(solution)
        };
        Some(rewriting.finish(problem, Some(Box::new(restore))))
    }
}

/// The predicate that a goal is about, and what it says of its facts, if there is nothing else to it.
fn plain_goal(terms: &Terms, rule: &Rule) -> Option<(PredId, Lambda)> {
    let [premise] = &rule.premises[..] else { return None };
    let args = &premise.atom.args;
    let vars = terms.free_vars([rule.constraint]);
    let plain = rule.is_goal() && premise.flag.is_none() && vars.iter().all(|var| args.contains(var));
    plain.then(|| (premise.atom.pred, Lambda { params: args.clone(), body: rule.constraint }))
}

/// The predicates some of whose arguments only such goals look at; nothing if there are none.
fn observed(terms: &mut Terms, problem: &Problem, budget: &Budget) -> Option<FxHashSet<PredId>> {
    let mut looked_at: FxHashMap<PredId, FxHashSet<usize>> = FxHashMap::default();
    let mut others = problem.clone();
    others.rules.retain(|rule| match plain_goal(terms, rule) {
        None => true,
        Some((pred, goal)) => {
            let vars = terms.free_vars([goal.body]);
            let position = |var: &VarId| goal.params.iter().position(|param| param == var);
            looked_at.entry(pred).or_default().extend(vars.iter().filter_map(position));
            false
        }
    });
    if looked_at.is_empty() {
        return None;
    }
    let relevant = irrelevant::relevant(terms, &others, budget)?;
    let only = |pred: &PredId, at: &usize| !relevant[pred.index()][*at];
    looked_at.retain(|pred, positions| positions.iter().any(|at| only(pred, at)));
    Some(looked_at.into_keys().collect()).filter(|preds: &FxHashSet<PredId>| !preds.is_empty())
}
