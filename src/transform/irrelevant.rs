//! Arguments on which nothing depends (redundant argument filtering): no constraint looks at them, save for computing other
//! such arguments.

use super::{
    Budget, Pass, Rewritten,
    arguments::{Fate, take_away},
    equations::{flat_conjuncts, solutions},
};
use crate::{
    horn::{PredId, Problem, Rule},
    term::{TermId, Terms, VarId},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The pass.
pub struct Irrelevant;

impl Pass for Irrelevant {
    fn name(&self) -> &'static str {
        "irrelevant"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut relevance = Relevance::new(terms, problem);
        let mut todo: Vec<usize> = (0..problem.rules.len()).collect();
        while let Some(rule) = todo.pop() {
            if budget.is_over() {
                return None;
            }
            for pred in relevance.visit(problem, rule) {
                todo.extend(relevance.by_head[pred.index()].iter().map(|id| id.index()));
            }
        }
        let fate = |relevant: &bool| if *relevant { Fate::Stays } else { Fate::Irrelevant };
        let fates = relevance.relevant.iter().map(|args| args.iter().map(fate).collect()).collect();
        take_away(terms, problem, fates)
    }
}

/// A conjunct by its variables, and those for which it can be solved whatever the others are.
struct Conjunct {
    vars: Vec<VarId>,
    solvable: Vec<VarId>,
}

struct Relevance {
    /// For each predicate and argument.
    relevant: Vec<Vec<bool>>,
    conjuncts: Vec<Vec<Conjunct>>,
    by_head: Vec<Vec<crate::horn::RuleId>>,
}

impl Relevance {
    fn new(terms: &mut Terms, problem: &Problem) -> Self {
        let arity = |p: &crate::horn::Predicate| terms.fun(p.fun).params.len();
        let relevant = problem.predicates.iter().map(|p| vec![false; arity(p)]).collect();
        let conjuncts = problem.rules.iter().map(|rule| conjuncts(terms, rule)).collect();
        Relevance { relevant, conjuncts, by_head: problem.rules_by_head() }
    }

    /// Marks what a rule looks at; the predicates of which more is relevant than before.
    fn visit(&mut self, problem: &Problem, index: usize) -> Vec<PredId> {
        let rule = &problem.rules[index];
        let conjuncts = &self.conjuncts[index];
        let dropped = self.unconstraining(rule, conjuncts);
        let looked_at: FxHashSet<VarId> = conjuncts
            .iter()
            .enumerate()
            .filter(|(i, _)| !dropped.contains(i))
            .flat_map(|(_, c)| c.vars.iter().copied())
            .collect();
        let mut changed = Vec::new();
        // A head's argument is a matter of its uses alone.
        for atom in rule.premises.iter().map(|p| &p.atom) {
            for (position, arg) in atom.args.iter().enumerate() {
                if looked_at.contains(arg) && !std::mem::replace(&mut self.relevant[atom.pred.index()][position], true)
                {
                    changed.push(atom.pred);
                }
            }
        }
        changed
    }

    /// The conjuncts that only say what an irrelevant argument of the head is.
    fn unconstraining(&self, rule: &Rule, conjuncts: &[Conjunct]) -> FxHashSet<usize> {
        let mut dropped = FxHashSet::default();
        let Some(head) = &rule.head else { return dropped };
        let mut places: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
        for (i, conjunct) in conjuncts.iter().enumerate() {
            conjunct.vars.iter().for_each(|v| places.entry(*v).or_default().push(i));
        }
        for (position, arg) in head.args.iter().enumerate() {
            if !self.relevant[head.pred.index()][position]
                && let Some(&[only]) = places.get(arg).map(Vec::as_slice)
                && conjuncts[only].solvable.contains(arg)
            {
                dropped.insert(only);
            }
        }
        dropped
    }
}

fn conjuncts(terms: &mut Terms, rule: &Rule) -> Vec<Conjunct> {
    let parts: Vec<TermId> = flat_conjuncts(terms, [rule.constraint]);
    parts
        .into_iter()
        .map(|t| {
            let mut solvable = Vec::new();
            for (var, term) in solutions(terms, t) {
                if !terms.free_vars([term]).contains(&var) {
                    solvable.push(var);
                }
            }
            Conjunct { vars: terms.free_vars([t]), solvable }
        })
        .collect()
}
