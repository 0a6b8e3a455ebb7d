//! A derivation made anew from facts that may be true. Each is given a step by Z3: some rule, whose premises are among the facts
//! that have steps already. So no listing of steps needs to be understood, or believed, and facts that do not follow are left out.

mod bridge;
mod step;

use super::facts::Facts;
use crate::unwind::Params;
use alphorn_logic::{
    horn::{PredId, Problem, RuleId},
    term::{TermId, Terms, VarId},
    witness::{Derivation, Fact, Step},
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Smt, SmtConfig};
use rustc_hash::FxHashMap;
use std::{collections::BTreeSet, time::Duration};

/// Time for one question.
const QUESTION: Duration = Duration::from_secs(2);
/// A premise is first looked for among so many facts of the listing, before and behind.
const NEAR: usize = 4;
/// The steps of Z3 for the first search for what is left out; each round has more.
const STEPS: u32 = 1 << 16;
const GROWTH: u32 = 4;
/// So many rounds are for a listing without facts: where all predicates were inlined the derivation is short.
const BARE_ROUNDS: usize = 3;

/// The derivation of *false* that the facts show, if they do.
pub(super) fn rebuild(terms: &mut Terms, problem: &Problem, facts: Facts, stop: &Stop) -> Option<Derivation> {
    let mut rebuild = Rebuild::new(terms, problem, stop);
    let listed = facts.len();
    let mut open: Vec<(usize, Fact)> = facts.into_iter().enumerate().collect();
    if let Some(derivation) = rebuild.saturate(terms, &mut open) {
        return Some(derivation);
    }
    let (mut steps, mut near) = (STEPS, NEAR);
    let rounds = if listed > 0 { usize::MAX } else { BARE_ROUNDS };
    for _ in 0..rounds {
        if stop.is_stopped() {
            break;
        }
        log::info!("{} of {listed} facts have steps; {steps} steps of Z3 for what is left out", listed - open.len());
        if rebuild.bridge(terms, None, listed, steps).is_some() {
            return Some(rebuild.finish());
        }
        for (place, fact) in open.clone() {
            let is_new = !rebuild.known.contains_key(&fact);
            if is_new
                && rebuild.bridge(terms, Some((place, &fact)), near, steps).is_some()
                && let Some(derivation) = rebuild.saturate(terms, &mut open)
            {
                return Some(derivation);
            }
            if stop.is_stopped() {
                return None;
            }
        }
        (steps, near) = (steps.saturating_mul(GROWTH), near.saturating_mul(GROWTH as usize));
    }
    None
}

struct Rebuild<'p> {
    problem: &'p Problem,
    by_head: Vec<Vec<RuleId>>,
    goals: Vec<RuleId>,
    params: Params,
    stop: &'p Stop,
    smt: Smt,
    /// For each rule that was tried a solver with its constraint.
    rules: FxHashMap<RuleId, Smt>,
    steps: Vec<Step>,
    known: FxHashMap<Fact, usize>,
    /// For each predicate the places of its facts in the listing, with their steps. What the listing left out has the place of
    /// what it was needed for.
    places: Vec<BTreeSet<(usize, usize)>>,
}

impl<'p> Rebuild<'p> {
    fn new(terms: &mut Terms, problem: &'p Problem, stop: &'p Stop) -> Self {
        let smt = Smt::new(SmtConfig { timeout: Some(QUESTION), ..SmtConfig::default() }, stop);
        let is_sound = |&id: &RuleId| !problem.rule(id).weakened;
        let mut by_head = problem.rules_by_head();
        by_head.iter_mut().for_each(|rules| rules.retain(is_sound));
        let goals = problem.goals().map(|(id, _)| id).filter(is_sound).collect();
        let places = vec![BTreeSet::new(); problem.predicates.len()];
        let params = Params::new(terms, problem);
        let (rules, known) = Default::default();
        Rebuild { problem, by_head, goals, params, stop, smt, rules, steps: Vec::new(), known, places }
    }

    /// Gives steps to facts until no more can be given, or *false* has one. Listings have premises first or last.
    fn saturate(&mut self, terms: &mut Terms, open: &mut Vec<(usize, Fact)>) -> Option<Derivation> {
        let mut idle = 0;
        while idle < 2 {
            let before = open.len();
            open.retain(|(place, fact)| !self.known.contains_key(fact) && !self.derive(terms, Some(fact), *place));
            if (open.len() < before || self.steps.is_empty()) && self.derive(terms, None, usize::MAX) {
                return Some(self.finish());
            }
            idle = if open.len() < before { 0 } else { idle + 1 };
            open.reverse();
        }
        open.sort_unstable_by_key(|(place, _)| *place);
        None
    }

    fn finish(&mut self) -> Derivation {
        let mut derivation = Derivation { steps: std::mem::take(&mut self.steps) };
        derivation.prune();
        derivation
    }

    /// Gives a fact, or *false*, a step, if there is one.
    fn derive(&mut self, terms: &mut Terms, fact: Option<&Fact>, place: usize) -> bool {
        let rules = fact.map_or_else(|| self.goals.clone(), |fact| self.by_head[fact.pred.index()].clone());
        // Goals have no place in the listing.
        let nears = if fact.is_some() { &[NEAR, usize::MAX][..] } else { &[usize::MAX][..] };
        for &near in nears {
            for (n, &id) in rules.iter().enumerate() {
                if self.stop.is_stopped() {
                    return false;
                }
                if let Some(step) = self.step(terms, id, fact, place, near) {
                    if let Some(fact) = fact {
                        // It is likely to be the rule of the next one, too.
                        self.by_head[fact.pred.index()][..=n].rotate_right(1);
                    }
                    self.take(step, place);
                    return true;
                }
            }
        }
        false
    }

    fn take(&mut self, step: Step, place: usize) {
        if let Some(fact) = &step.fact {
            self.known.insert(fact.clone(), self.steps.len());
            self.places[fact.pred.index()].insert((place, self.steps.len()));
        }
        self.steps.push(step);
    }

    /// The steps of so many facts of a predicate before a place, and behind it.
    fn around(&self, pred: PredId, place: usize, near: usize) -> Vec<usize> {
        let places = &self.places[pred.index()];
        let (before, behind) = (places.range(..(place, 0)).rev(), places.range((place, 0)..));
        before.take(near).chain(behind.take(near)).map(|(_, step)| *step).collect()
    }

    /// That these are the arguments of one of some facts.
    fn is_one_of(&self, terms: &mut Terms, args: &[VarId], steps: &[usize]) -> TermId {
        let cases: Vec<TermId> = steps.iter().map(|&step| equations(terms, args, self.args(step))).collect();
        terms.or(cases)
    }

    /// The arguments of the fact that a step derives.
    fn args(&self, step: usize) -> &[TermId] {
        self.steps[step].fact.as_ref().map_or(&[], |fact| &fact.args)
    }
}

fn equations(terms: &mut Terms, args: &[VarId], values: &[TermId]) -> TermId {
    let mut equations = Vec::with_capacity(args.len());
    for (&arg, &value) in args.iter().zip(values) {
        let arg = terms.var_term(arg);
        equations.push(terms.eq(arg, value));
    }
    terms.and(equations)
}
