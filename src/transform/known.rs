//! Arguments that are the same value in every fact, or equal to another argument in every fact.
//!
//! The strongest such facts are computed from below: a predicate starts without facts, and each rule gives the classes of
//! its head's arguments as far as equations and what is known of its premises tell.

use super::{
    Budget, Pass, Rewritten,
    arguments::{Equal, Fate, Reduced, take_away},
    classes::Classes,
    equations::flat_conjuncts,
};
use crate::{
    horn::{Atom, PredId, Problem, Rule},
    term::{Terms, VarId},
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The pass.
pub struct Known;

/// For each argument what it is equal to, other than itself, and other arguments only to the left.
type Facts = Vec<Option<Equal>>;

impl Pass for Known {
    fn name(&self) -> &'static str {
        "known"
    }

    fn apply(&self, terms: &mut Terms, problem: &Rc<Problem>, budget: &Budget) -> Option<Rewritten> {
        let mut own: Vec<Classes> = Vec::with_capacity(problem.rules.len());
        for rule in &problem.rules {
            let conjuncts = flat_conjuncts(terms, [rule.constraint]);
            own.push(Classes::of(terms, &conjuncts));
        }
        // `None` where no fact is known to be derivable.
        let mut facts: Vec<Option<Facts>> = vec![None; problem.predicates.len()];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); problem.predicates.len()];
        for (i, rule) in problem.rules.iter().enumerate() {
            rule.premises.iter().for_each(|p| users[p.atom.pred.index()].push(i));
        }
        let mut todo: Vec<usize> = (0..problem.rules.len()).collect();
        while let Some(index) = todo.pop() {
            if budget.is_over() {
                return None;
            }
            let rule = &problem.rules[index];
            let (Some(head), Some(derived)) = (&rule.head, derived(rule, &own[index], &facts)) else { continue };
            let before = &mut facts[head.pred.index()];
            let after = match &before {
                None => derived,
                Some(before) => join(before, &derived),
            };
            if before.as_ref() != Some(&after) {
                *before = Some(after);
                todo.extend(&users[head.pred.index()]);
            }
        }
        let fates = problem.pred_ids().map(|pred| fates(terms, problem, pred, &facts)).collect();
        let empty = problem.pred_ids().filter(|pred| facts[pred.index()].is_none()).collect();
        take_away(terms, problem, fates, empty, |_, id| {
            let constraint = problem.rule(id).constraint;
            Reduced { constraint, definitions: Vec::new() }
        })
    }
}

fn fates(terms: &Terms, problem: &Problem, pred: PredId, facts: &[Option<Facts>]) -> Vec<Fate> {
    let fate = |equal: &Option<Equal>| equal.map_or(Fate::Stays, Fate::Known);
    match &facts[pred.index()] {
        Some(facts) => facts.iter().map(fate).collect(),
        None => vec![Fate::Stays; terms.fun(problem.predicates[pred.index()].fun).params.len()],
    }
}

/// What a rule says about the arguments of its head; `None` if a premise has no facts yet.
fn derived(rule: &Rule, own: &Classes, facts: &[Option<Facts>]) -> Option<Facts> {
    let mut classes = own.clone();
    for premise in rule.premises.iter().filter(|p| p.flag.is_none()) {
        let Atom { pred, args } = &premise.atom;
        for (&arg, equal) in args.iter().zip(facts[pred.index()].as_ref()?) {
            match equal {
                Some(Equal::Value(value)) => classes.set(arg, *value),
                Some(Equal::Argument(position)) => classes.union(arg, args[*position]),
                None => {}
            }
        }
    }
    let args = rule.head.as_ref().map_or(&[][..], |head| &head.args);
    let mut first: FxHashMap<VarId, usize> = FxHashMap::default();
    let mut derived = Vec::with_capacity(args.len());
    for (position, &arg) in args.iter().enumerate() {
        let earlier = *first.entry(classes.root(arg)).or_insert(position);
        derived.push(match classes.value(arg) {
            Some(value) => Some(Equal::Value(value)),
            None if earlier < position => Some(Equal::Argument(earlier)),
            None => None,
        });
    }
    Some(derived)
}

/// What holds for the facts of both.
fn join(a: &Facts, b: &Facts) -> Facts {
    // Two arguments are equal in both exactly if they are in the same class of both.
    let class = |facts: &Facts, position: usize| facts[position].unwrap_or(Equal::Argument(position));
    let mut first: FxHashMap<(Equal, Equal), usize> = FxHashMap::default();
    let mut joined = Vec::with_capacity(a.len());
    for position in 0..a.len() {
        let (left, right) = (class(a, position), class(b, position));
        let earlier = *first.entry((left, right)).or_insert(position);
        joined.push(match (left, right) {
            (Equal::Value(x), Equal::Value(y)) if x == y => Some(Equal::Value(x)),
            _ if earlier < position => Some(Equal::Argument(earlier)),
            _ => None,
        });
    }
    joined
}
