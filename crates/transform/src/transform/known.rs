//! Arguments that are the same value in every fact, or equal to another argument and a number in every fact.
//!
//! The strongest such facts are computed from below: a predicate starts without facts, and each rule gives the classes of
//! its head's arguments as far as equations and what is known of its premises tell.

use super::{
    Budget, Pass, Rewritten,
    arguments::{Equal, Fate, Invariant, Reduced, parameters, take_away},
    saturate::saturate,
};
use alphorn_logic::{
    equations::{Classes, flat_conjuncts},
    horn::{Atom, PredId, Problem, Rule},
    term::{Lambda, SortId, TermId, Terms, VarId},
};
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;
use std::{collections::hash_map::Entry, rc::Rc};

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
        let derive = |terms: &mut Terms, index: usize, rule: &Rule, facts: &[Option<Facts>]| {
            derived(terms, rule, &own[index], facts)
        };
        let facts = saturate(terms, problem, budget, derive, |terms, head, before, derived| {
            let sorts = &terms.fun(problem.predicates[head.pred.index()].fun).params;
            let joined = join(terms, sorts, before, &derived);
            (joined != *before).then_some(joined)
        })?;
        let fates = problem.pred_ids().map(|pred| fates(terms, problem, pred, &facts)).collect();
        let mut empty = Vec::new();
        for pred in problem.pred_ids().filter(|pred| facts[pred.index()].is_none()) {
            let holds = Lambda { params: parameters(terms, problem, pred), body: terms.bottom() };
            empty.push(Invariant { pred, holds });
        }
        take_away(terms, problem, fates, empty, |_, id| {
            let constraint = problem.rule(id).constraint;
            Reduced { constraint, definitions: Vec::new() }
        })
    }
}

fn fates(terms: &Terms, problem: &Problem, pred: PredId, facts: &[Option<Facts>]) -> Vec<Fate> {
    let fate = |equal: &Option<Equal>| equal.clone().map_or(Fate::Stays, Fate::Known);
    match &facts[pred.index()] {
        Some(facts) => facts.iter().map(fate).collect(),
        None => vec![Fate::Stays; terms.fun(problem.predicates[pred.index()].fun).params.len()],
    }
}

/// What a rule says about the arguments of its head; `None` if a premise has no facts yet.
fn derived(terms: &mut Terms, rule: &Rule, own: &Classes, facts: &[Option<Facts>]) -> Option<Facts> {
    let mut classes = own.clone();
    for premise in rule.premises.iter().filter(|p| p.flag.is_none()) {
        let Atom { pred, args } = &premise.atom;
        for (&arg, equal) in args.iter().zip(facts[pred.index()].as_ref()?) {
            match equal {
                Some(Equal::Value(value)) => classes.set(terms, arg, *value),
                Some(Equal::Argument(position, more)) => classes.union(arg, args[*position], more.clone()),
                None => {}
            }
        }
    }
    let args = rule.head.as_ref().map_or(&[][..], |head| &head.args);
    let mut first: FxHashMap<VarId, (usize, RBig)> = FxHashMap::default();
    let mut derived = Vec::with_capacity(args.len());
    for (position, &arg) in args.iter().enumerate() {
        derived.push(match classes.root(arg) {
            (None, number) => Some(Equal::Value(terms.numeral(terms.var(arg).sort, number))),
            (Some(root), more) => match (classes.value(root), first.entry(root)) {
                (Some(value), _) => Some(Equal::Value(value)),
                (None, Entry::Vacant(entry)) => {
                    entry.insert((position, more));
                    None
                }
                (None, Entry::Occupied(entry)) => {
                    let (earlier, less) = entry.get();
                    Some(Equal::Argument(*earlier, more - less))
                }
            },
        });
    }
    Some(derived)
}

/// What an argument is more than, in the facts of one rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Base {
    Zero,
    Value(TermId),
    Argument(usize),
}

/// What holds for the facts of both.
fn join(terms: &Terms, sorts: &[SortId], a: &Facts, b: &Facts) -> Facts {
    let base = |facts: &Facts, position: usize| match &facts[position] {
        None => (Base::Argument(position), RBig::ZERO),
        Some(Equal::Argument(earlier, more)) => (Base::Argument(*earlier), more.clone()),
        Some(Equal::Value(value)) => match terms.number(*value) {
            Some(number) => (Base::Zero, number),
            None => (Base::Value(*value), RBig::ZERO),
        },
    };
    // Two arguments differ by the same number in both exactly if they have the same bases, and are as much more than the
    // one in `a` as they are than the other in `b`, up to a number that is the same for both arguments.
    let mut first: FxHashMap<(SortId, Base, Base, RBig), (usize, RBig)> = FxHashMap::default();
    let mut joined = Vec::with_capacity(a.len());
    for (position, &sort) in sorts.iter().enumerate() {
        let ((left, more), (right, more_right)) = (base(a, position), base(b, position));
        joined.push(match &a[position] {
            Some(value @ Equal::Value(_)) if Some(value) == b[position].as_ref() => Some(value.clone()),
            _ => match first.entry((sort, left, right, &more - more_right)) {
                Entry::Vacant(entry) => {
                    entry.insert((position, more));
                    None
                }
                Entry::Occupied(entry) => {
                    let (earlier, less) = entry.get();
                    Some(Equal::Argument(*earlier, more - less))
                }
            },
        });
    }
    joined
}
