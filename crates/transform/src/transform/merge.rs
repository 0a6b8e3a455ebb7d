//! Rules with the same head and premises become one rule with a disjunction: large blocks.

use super::{Ancestor, Budget, Pass, Rewriting, Rewritten, Supply};
use alphorn_logic::{
    equations::flat_conjuncts,
    horn::{Premise, Problem, Rule, RuleId},
    term::{TermId, Terms, Var, VarId},
};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::rc::Rc;

/// The pass.
pub struct Merge;

/// The predicate of the head, and those of the premises in order, each with whether it has a flag.
type Shape = (Option<u32>, Vec<(u32, bool)>);

impl Pass for Merge {
    fn name(&self) -> &'static str {
        "merge"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut groups: IndexMap<Shape, Vec<RuleId>, FxBuildHasher> = IndexMap::default();
        for (id, rule) in problem.rules() {
            let order = premise_order(rule);
            let premises = order.iter().map(|&i| kind(&rule.premises[i])).collect();
            groups.entry((rule.head.as_ref().map(|head| head.pred.0), premises)).or_default().push(id);
        }
        let mut rewriting = Rewriting::new();
        for rules in groups.values() {
            match rules[..] {
                [only] => rewriting.keep(only, problem.rule(only)),
                _ if budget.is_over() => rules.iter().for_each(|&id| rewriting.keep(id, problem.rule(id))),
                _ => {
                    let (rule, ancestors) = merge(terms, problem, rules);
                    rewriting.add(rule, ancestors);
                }
            }
        }
        rewriting.is_changed().then(|| rewriting.finish(problem, None))
    }
}

fn kind(premise: &Premise) -> (u32, bool) {
    (premise.atom.pred.0, premise.flag.is_some())
}

/// The positions of the premises, sorted by what they are.
fn premise_order(rule: &Rule) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rule.premises.len()).collect();
    order.sort_by_key(|&i| kind(&rule.premises[i]));
    order
}

/// The arguments and flags of a rule's atoms, head first, premises in order.
fn interface(rule: &Rule) -> Vec<VarId> {
    let premises = premise_order(rule).into_iter().map(|i| &rule.premises[i]);
    let premises = premises.flat_map(|p| p.atom.args.iter().chain(&p.flag));
    rule.head.iter().flat_map(|head| &head.args).chain(premises).copied().collect()
}

/// One rule for all, over the arguments of the first.
fn merge(terms: &mut Terms, problem: &Problem, rules: &[RuleId]) -> (Rule, Vec<Ancestor>) {
    let first = problem.rule(rules[0]);
    let order = premise_order(first);
    let shared = interface(first);
    let taken: FxHashSet<VarId> = shared.iter().copied().collect();
    let mut vars: indexmap::IndexSet<VarId, FxBuildHasher> = shared.iter().copied().collect();
    let mut cases: Vec<Vec<TermId>> = Vec::with_capacity(rules.len());
    let mut ancestors = Vec::with_capacity(rules.len());
    for &id in rules {
        let rule = problem.rule(id);
        let mut renaming: FxHashMap<VarId, VarId> = interface(rule).into_iter().zip(shared.iter().copied()).collect();
        for &var in &rule.vars {
            // Another rule may use a variable of the first for something else.
            if !renaming.contains_key(&var) && taken.contains(&var) {
                let Var { name, sort } = terms.var(var).clone();
                renaming.insert(var, terms.fresh_var(&name, sort));
            }
        }
        vars.extend(rule.vars.iter().map(|v| renaming.get(v).copied().unwrap_or(*v)));
        let map = renaming.iter().map(|(&from, &to)| (from, terms.var_term(to))).collect();
        let constraint = terms.substitute(rule.constraint, &map);
        cases.push(flat_conjuncts(terms, [constraint]));
        let mut premises = vec![Supply::Unneeded; rule.premises.len()];
        for (&at, &position) in premise_order(rule).iter().zip(&order) {
            premises[at] = Supply::Premise(position);
        }
        ancestors.push(Ancestor { rule: id, renaming, definitions: Vec::new(), premises });
    }
    let rule = Rule {
        head: first.head.clone(),
        premises: first.premises.clone(),
        constraint: disjunction(terms, &cases),
        vars: vars.into_iter().collect(),
        origin: first.origin,
        weakened: rules.iter().any(|&id| problem.rule(id).weakened),
    };
    (rule, ancestors)
}

/// The disjunction of conjunctions, with what all have in common taken out.
fn disjunction(terms: &mut Terms, cases: &[Vec<TermId>]) -> TermId {
    let mut common: FxHashSet<TermId> = cases[0].iter().copied().collect();
    for case in &cases[1..] {
        let parts: FxHashSet<TermId> = case.iter().copied().collect();
        common.retain(|t| parts.contains(t));
    }
    let mut disjuncts = Vec::with_capacity(cases.len());
    for case in cases {
        disjuncts.push(terms.and(case.iter().copied().filter(|t| !common.contains(t))));
    }
    let choice = terms.or(disjuncts);
    let stated: Vec<TermId> = cases[0].iter().copied().filter(|t| common.contains(t)).collect();
    terms.and(stated.into_iter().chain([choice]))
}
