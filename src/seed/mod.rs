//! The pre-analysis: facts that need no search, found before it and counted apart.
//!
//! The components of the predicate graph are taken in the order in which they are derived, so that each one builds on what
//! is known of those before. For each the affine hull of every predicate is found, then its lattice of integer points, both
//! by models; then Houdini keeps of a small set of bounds on linear forms those that are inductive together.

mod affine;
mod ascend;
mod columns;
mod component;
mod config;
mod congruence;
mod forms;
mod relevant;
mod sample;
mod template;
#[cfg(test)]
mod tests;

pub use config::{Config, Counters};

use crate::{
    arith::{Lattice, Rational},
    converge::{Budget, Candidate, houdini},
    horn::PredId,
    search::Annotation,
    smt::SmtConfig,
    stop::Stop,
    term::{SortId, TermId, Terms},
};
use affine::AffineSpace;
use ascend::{Domain, Element, ascend};
use columns::Columns;
use component::Component;
use log::info;
use rustc_hash::FxHashSet;
use sample::Samples;
use std::time::Instant;
use template::Bound;

/// Adds to the annotation what can be found within the caps.
pub fn seed(terms: &mut Terms, annotation: &mut Annotation, config: &Config, stop: &Stop) -> Counters {
    let start = Instant::now();
    let problem = annotation.problem();
    let mut seeder = Seeder {
        limits: SmtConfig { rlimit: Some(config.steps), ..SmtConfig::default() },
        budget: Budget::new(config.calls, config.time, stop),
        samples: Samples::new(problem.predicates.len()),
        counters: Counters::default(),
        config,
    };
    for preds in relevant::components(problem) {
        if seeder.budget.is_spent() {
            break;
        }
        seeder.component(terms, annotation, preds);
    }
    let mut counters = seeder.counters;
    counters.time = start.elapsed();
    info!(
        "pre-analysis: {} equations, {} congruences, {} bounds of {} tried, {:.3} s",
        counters.equations,
        counters.congruences,
        counters.bounds,
        counters.candidates,
        counters.time.as_secs_f64()
    );
    counters
}

/// The pre-analysis under way.
struct Seeder<'c> {
    config: &'c Config,
    limits: SmtConfig,
    budget: Budget,
    samples: Samples,
    counters: Counters,
}

impl Seeder<'_> {
    /// All that can be found about the predicates of a component.
    fn component(&mut self, terms: &mut Terms, annotation: &mut Annotation, preds: Vec<PredId>) {
        let mut component = Component::new(terms, annotation, preds, self.limits);
        let columns = component.columns(terms, annotation, &[SortId::INT, SortId::REAL, SortId::BOOL]);
        let hulls = if columns.iter().all(|columns| columns.len() <= self.config.hull_columns) {
            self.hulls(terms, annotation, &mut component, &columns)
        } else {
            Vec::new()
        };
        let numeric = columns.iter().map(|columns| columns.numeric().len()).max().unwrap_or(0);
        if (1..=self.config.bound_columns).contains(&numeric) {
            self.samples.extend(terms, annotation.lemmas(), &mut component, self.config.rounds, &mut self.budget);
            self.bounds(terms, annotation, &mut component, &columns, &hulls);
        }
        self.counters.smt.add(&component.statistics());
    }

    /// Affine hulls, which are the result, and lattices.
    fn hulls(
        &mut self,
        terms: &mut Terms,
        annotation: &mut Annotation,
        component: &mut Component,
        columns: &[Columns],
    ) -> Vec<Element<AffineSpace>> {
        let hulls = ascend(terms, annotation.lemmas(), component, columns, &mut self.budget).unwrap_or_default();
        self.counters.equations += learn(terms, annotation, component, &hulls);
        let integers = component.columns(terms, annotation, &[SortId::INT, SortId::BOOL]);
        if integers.iter().any(|columns| !columns.numeric().is_empty()) {
            let lattices = ascend::<Lattice>(terms, annotation.lemmas(), component, &integers, &mut self.budget);
            self.counters.congruences += learn(terms, annotation, component, &lattices.unwrap_or_default());
        }
        hulls
    }

    /// Keeps the bounds that are inductive together.
    fn bounds(
        &mut self,
        terms: &mut Terms,
        annotation: &mut Annotation,
        component: &mut Component,
        columns: &[Columns],
        hulls: &[Element<AffineSpace>],
    ) {
        let problem = annotation.problem();
        let constants = forms::constants(terms, problem, &component.preds, self.config.constants);
        let mut tried: Vec<(PredId, Bound)> = Vec::new();
        for (at, &pred) in component.preds.iter().enumerate() {
            let params = annotation.lemmas().params(pred);
            let hull = match hulls.get(at) {
                Some(Element::Within(hull, _)) => Some(hull),
                Some(Element::Bottom) => continue,
                _ => None,
            };
            let states = self.samples.of(pred).iter();
            let points: Vec<Vec<Rational>> = states.filter_map(|state| columns[at].of_state(terms, state)).collect();
            let forms = template::forms(terms, problem, pred, &columns[at], params, hull, self.config);
            let bounds = template::bounds(terms, &columns[at], &forms, &points, &constants, self.config);
            tried.extend(bounds.into_iter().map(|bound| (pred, bound)));
        }
        let candidate = |(pred, bound): &(PredId, Bound)| Candidate { pred: *pred, clause: bound.clause };
        let candidates: Vec<Candidate> = tried.iter().map(candidate).collect();
        self.counters.candidates += candidates.len() as u64;
        let (kept, statistics) = houdini(terms, annotation, &candidates, self.limits, &mut self.budget);
        self.counters.smt.add(&statistics);
        let kept: FxHashSet<Candidate> = kept.into_iter().collect();
        tried.retain(|tried| kept.contains(&candidate(tried)));
        for pred in component.preds.clone() {
            let own = tried.iter().filter(|(of, _)| *of == pred).map(|(_, bound)| bound);
            let best: Vec<TermId> = template::strongest(own).map(|bound| bound.clause).collect();
            self.counters.bounds += component.learn(terms, annotation, pred, best);
        }
    }
}

/// Adds what the elements say of the predicates of a component; how many clauses are new.
fn learn<D>(terms: &mut Terms, annotation: &mut Annotation, component: &mut Component, elements: &[Element<D>]) -> u64 {
    let mut new = 0;
    for (at, element) in elements.iter().enumerate() {
        let formula = element.formula(terms);
        let clauses = terms.conjuncts(formula);
        new += component.learn(terms, annotation, component.preds[at], clauses);
    }
    new
}
