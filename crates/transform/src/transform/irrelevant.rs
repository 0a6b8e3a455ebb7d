//! Arguments on which nothing depends (redundant argument filtering): no constraint looks at them, save for computing other
//! such arguments, or for saying of a premise what holds of all its facts.

use super::{
    Budget, Pass, Rewritten,
    arguments::{Fate, Reduced, take_away},
    stated::{Facts, Stated},
};
use alphorn_logic::{
    equations::{Solutions, flat_conjuncts},
    horn::{PredId, Predicate, Problem, Rule, RuleId},
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
        let relevance = Relevance::of(terms, problem, budget)?;
        let fate = |relevant: &bool| if *relevant { Fate::Stays } else { Fate::Irrelevant };
        let fates = relevance.relevant.iter().map(|args| args.iter().map(fate).collect()).collect();
        take_away(terms, problem, fates, Vec::new(), |terms, id| relevance.reduce(terms, problem, id))
    }
}

/// For each predicate and argument whether it is relevant; nothing when the budget is over.
pub(super) fn relevant(terms: &mut Terms, problem: &Problem, budget: &Budget) -> Option<Vec<Vec<bool>>> {
    Relevance::of(terms, problem, budget).map(|relevance| relevance.relevant)
}

/// Whether there is an argument that the pass would take away.
pub(super) fn is_something(terms: &mut Terms, problem: &Problem, budget: &Budget) -> bool {
    let spoken_of: FxHashSet<PredId> = problem.rules.iter().filter_map(|rule| Some(rule.head.as_ref()?.pred)).collect();
    let Some(relevant) = relevant(terms, problem, budget) else { return false };
    spoken_of.iter().any(|pred| relevant[pred.index()].contains(&false))
}

/// A conjunct, its variables, and those of the head for which it can be solved whatever the others are.
struct Conjunct {
    term: TermId,
    vars: Vec<VarId>,
    solutions: Vec<(VarId, TermId)>,
    /// What it says holds of all facts of a premise: that predicate, and the arguments it speaks of.
    restated: Option<(PredId, Vec<usize>)>,
}

struct Relevance {
    /// For each predicate and argument.
    relevant: Vec<Vec<bool>>,
    conjuncts: Vec<Vec<Conjunct>>,
    by_head: Vec<Vec<RuleId>>,
}

impl Relevance {
    /// Of a problem. Gives nothing when the budget is over.
    fn of(terms: &mut Terms, problem: &Problem, budget: &Budget) -> Option<Self> {
        let mut stated = Stated::new(terms, problem);
        let facts: Vec<Facts> = problem.pred_ids().map(|pred| stated.by_all(pred)).collect();
        let arity = |p: &Predicate| terms.fun(p.fun).params.len();
        let relevant = problem.predicates.iter().map(|p| vec![false; arity(p)]).collect();
        let mut conjuncts: Vec<Vec<Conjunct>> = problem.rules.iter().map(|rule| conjuncts(terms, rule)).collect();
        for (rule, conjuncts) in problem.rules.iter().zip(&mut conjuncts) {
            mark_restated(terms, &mut stated, &facts, rule, conjuncts);
        }
        let mut relevance = Relevance { relevant, conjuncts, by_head: problem.rules_by_head() };
        let mut todo: Vec<usize> = (0..problem.rules.len()).collect();
        while let Some(rule) = todo.pop() {
            if budget.is_over() {
                return None;
            }
            for pred in relevance.visit(problem, rule) {
                todo.extend(relevance.by_head[pred.index()].iter().map(|id| id.index()));
            }
        }
        Some(relevance)
    }

    /// Whether a conjunct goes since it says of a premise what holds anyway, and speaks of what goes.
    fn is_redundant(&self, conjunct: &Conjunct) -> bool {
        let goes = |(pred, args): &(PredId, Vec<usize>)| args.iter().any(|&at| !self.relevant[pred.index()][at]);
        conjunct.restated.as_ref().is_some_and(goes)
    }

    /// Marks what a rule looks at; the predicates of which more is relevant than before.
    fn visit(&mut self, problem: &Problem, index: usize) -> Vec<PredId> {
        let rule = &problem.rules[index];
        let conjuncts = &self.conjuncts[index];
        let dropped = self.unconstraining(rule, conjuncts);
        let looked_at: FxHashSet<VarId> = conjuncts
            .iter()
            .enumerate()
            .filter(|(i, c)| !dropped.contains_key(i) && c.restated.is_none())
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

    /// The conjuncts that only say what an irrelevant argument of the head is, with what they say.
    fn unconstraining(&self, rule: &Rule, conjuncts: &[Conjunct]) -> FxHashMap<usize, (VarId, TermId)> {
        let mut dropped = FxHashMap::default();
        let Some(head) = &rule.head else { return dropped };
        let mut places: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
        for (i, conjunct) in conjuncts.iter().enumerate() {
            conjunct.vars.iter().for_each(|v| places.entry(*v).or_default().push(i));
        }
        for (position, arg) in head.args.iter().enumerate() {
            if !self.relevant[head.pred.index()][position]
                && let Some(&[only]) = places.get(arg).map(Vec::as_slice)
                && let Some(solution) = conjuncts[only].solutions.iter().find(|(var, _)| var == arg)
            {
                dropped.entry(only).or_insert(*solution);
            }
        }
        dropped
    }

    /// The rule's constraint without these conjuncts.
    fn reduce(&self, terms: &mut Terms, problem: &Problem, id: RuleId) -> Reduced {
        let conjuncts = &self.conjuncts[id.index()];
        let dropped = self.unconstraining(problem.rule(id), conjuncts);
        let left = conjuncts.iter().enumerate().filter(|(i, c)| !dropped.contains_key(i) && !self.is_redundant(c));
        let constraint = terms.and(left.map(|(_, c)| c.term));
        Reduced { constraint, definitions: dropped.into_values().collect() }
    }
}

fn conjuncts(terms: &mut Terms, rule: &Rule) -> Vec<Conjunct> {
    let parts: Vec<TermId> = flat_conjuncts(terms, [rule.constraint]);
    let head: FxHashSet<VarId> = rule.head.iter().flat_map(|head| head.args.iter().copied()).collect();
    parts
        .into_iter()
        .map(|t| {
            let ways = Solutions::of(terms, t);
            let mut solutions = Vec::new();
            for var in ways.vars(terms).into_iter().filter(|var| head.contains(var)) {
                let term = ways.term(terms, var);
                if !terms.free_vars([term]).contains(&var) {
                    solutions.push((var, term));
                }
            }
            Conjunct { term: t, vars: terms.free_vars([t]), solutions, restated: None }
        })
        .collect()
}

/// Marks the conjuncts that say of a premise what holds of all its facts.
fn mark_restated(terms: &mut Terms, stated: &mut Stated, facts: &[Facts], rule: &Rule, conjuncts: &mut [Conjunct]) {
    for atom in rule.premises.iter().filter(|premise| premise.flag.is_none()).map(|premise| &premise.atom) {
        let facts = &facts[atom.pred.index()];
        if facts.is_empty() {
            continue;
        }
        let views = stated.views(terms, rule, atom);
        let params = &stated.params[atom.pred.index()];
        for (conjunct, view) in conjuncts.iter_mut().zip(views) {
            if let Some(view) = view.filter(|view| facts.contains(view)) {
                let vars: FxHashSet<VarId> = terms.free_vars([view]).into_iter().collect();
                let positions = (0..params.len()).filter(|&at| vars.contains(&params[at])).collect();
                conjunct.restated = Some((atom.pred, positions));
            }
        }
    }
}
