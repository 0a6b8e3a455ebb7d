//! The pre-analysis: facts that need no search, found before it and counted apart.
//!
//! The components of the predicate graph are taken in the order in which they are derived, so that each one builds on what
//! is known of those before. For each the affine hull of every predicate is found, the sets of values of its parameters where
//! they are few, and its lattice of integer points, all by models; in between Houdini keeps of a small set of bounds on linear
//! forms those that are inductive together.

mod affine;
mod ascend;
mod columns;
mod component;
mod config;
mod congruence;
mod forms;
mod linearise;
mod products;
mod relevant;
mod sample;
mod template;
#[cfg(test)]
mod tests;
mod value_sets;

pub use config::{Config, Counters};

use crate::{
    converge::{Budget, Candidate, houdini},
    search::Annotation,
};
use alphorn_arith::{AffineSpace, Lattice, Linear, Rational};
use alphorn_logic::{
    horn::{PredId, Problem},
    term::{SortId, TermId, Terms},
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Smt, SmtConfig};
use ascend::{Domain, Element, ascend};
use columns::Columns;
use component::Component;
use forms::Form;
use log::info;
use rustc_hash::FxHashSet;
use sample::Samples;
use std::time::Instant;
use template::Bound;
use value_sets::ValueSets;

/// The pre-analysis of a problem.
pub struct Seeder<'c> {
    config: &'c Config,
    limits: SmtConfig,
    stop: Stop,
    budget: Budget,
    samples: Samples,
    /// The forms that are constant on some hull, with the sorts of its columns: predicates that look the same often bound
    /// the same forms.
    shared: Vec<(Vec<SortId>, Linear)>,
    /// What comes next.
    next: Stage,
    counters: Counters,
}

/// A part of the pre-analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Linear,
    Products,
    Done,
}

impl<'c> Seeder<'c> {
    /// Nothing is known yet. `clock` counts the steps of the annotation's solvers.
    pub fn new(config: &'c Config, problem: &Problem, clock: Smt, stop: &Stop) -> Self {
        Seeder {
            config,
            limits: SmtConfig { rlimit: Some(config.steps), ..SmtConfig::default() },
            stop: stop.clone(),
            budget: Budget::new(config.caps, clock, stop),
            samples: Samples::new(problem.predicates.len()),
            shared: Vec::new(),
            next: Stage::Linear,
            counters: Counters::default(),
        }
    }

    /// What it did.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Whether the linear facts were looked for.
    pub fn has_run(&self) -> bool {
        self.next != Stage::Linear
    }

    /// Adds to the annotation the linear facts that can be found within the caps.
    pub fn run(&mut self, terms: &mut Terms, annotation: &mut Annotation) {
        self.next = Stage::Products;
        let start = Instant::now();
        self.budget = Budget::new(self.config.caps, annotation.solver(), &self.stop);
        for preds in relevant::components(annotation.problem()) {
            if self.budget.is_spent() {
                break;
            }
            self.component(terms, annotation, preds);
        }
        self.counters.time += start.elapsed();
        info!(
            "pre-analysis: {} equations, {} congruences, {} bounds of {} tried, {} steps, {:.3} s",
            self.counters.equations,
            self.counters.congruences,
            self.counters.bounds,
            self.counters.candidates,
            self.budget.steps_done(),
            self.counters.time.as_secs_f64()
        );
    }

    /// All that can be found about the predicates of a component. The hulls come twice, since bounds may make them smaller.
    fn component(&mut self, terms: &mut Terms, annotation: &mut Annotation, preds: Vec<PredId>) {
        let mut component = Component::new(terms, annotation, preds, self.limits);
        let columns = component.columns(terms, annotation, &[SortId::INT, SortId::REAL, SortId::BOOL]);
        let has_hulls = columns.iter().all(|columns| columns.len() <= self.config.hull_columns);
        let mut hulls = Vec::new();
        if has_hulls {
            hulls = self.hulls(terms, annotation, &mut component, &columns);
        }
        let numeric = columns.iter().map(|columns| columns.numeric().len()).max().unwrap_or(0);
        if (1..=self.config.bound_columns).contains(&numeric) {
            self.samples.extend(terms, annotation.lemmas(), &mut component, self.config.rounds, &mut self.budget);
            let found = self.bounds(terms, annotation, &mut component, &columns, &hulls);
            if found && has_hulls {
                hulls = self.hulls(terms, annotation, &mut component, &columns);
            }
        }
        for (columns, hull) in columns.iter().zip(&hulls) {
            let equations = hull.set().map(AffineSpace::equations).unwrap_or_default();
            self.shared.extend(equations.into_iter().map(|row| (columns.sorts(), row.coeffs)));
        }
        let integers = component.columns(terms, annotation, &[SortId::INT, SortId::BOOL]);
        if has_hulls && integers.iter().any(|columns| !columns.numeric().is_empty()) {
            let lattices = ascend::<Lattice>(terms, annotation.lemmas(), &mut component, &integers, &mut self.budget);
            self.counters.congruences += learn(terms, annotation, &mut component, &lattices.unwrap_or_default());
        }
        if self.config.value_sets && has_hulls && numeric > 0 {
            let sets = ascend::<ValueSets>(terms, annotation.lemmas(), &mut component, &columns, &mut self.budget);
            self.counters.values += learn(terms, annotation, &mut component, &sets.unwrap_or_default());
        }
        self.counters.smt.add(&component.statistics());
    }

    /// Adds affine hulls, which are the result.
    fn hulls(
        &mut self,
        terms: &mut Terms,
        annotation: &mut Annotation,
        component: &mut Component,
        columns: &[Columns],
    ) -> Vec<Element<AffineSpace>> {
        let hulls = ascend(terms, annotation.lemmas(), component, columns, &mut self.budget).unwrap_or_default();
        self.counters.equations += learn(terms, annotation, component, &hulls);
        hulls
    }

    /// Adds bounds; whether there are new ones.
    fn bounds(
        &mut self,
        terms: &mut Terms,
        annotation: &mut Annotation,
        component: &mut Component,
        columns: &[Columns],
        hulls: &[Element<AffineSpace>],
    ) -> bool {
        let mut forms = Vec::new();
        for (at, (&pred, columns)) in component.preds.iter().zip(columns).enumerate() {
            let params = annotation.lemmas().params(pred);
            let mut own = forms::compared(terms, annotation.problem(), pred, columns, params);
            own.extend(shared(&self.shared, columns));
            let mut all = template::forms(columns, own, self.config);
            if let Some(hull) = hulls.get(at).and_then(Element::set) {
                all.retain(|form| !hull.is_constant(&form.coeffs));
            }
            forms.push(all);
        }
        let found = self.inductive_bounds(terms, annotation, component, columns, &forms, &[]);
        let mut new = 0;
        for (at, clauses) in found.into_iter().enumerate() {
            new += component.learn(terms, annotation, component.preds[at], clauses);
        }
        self.counters.bounds += new;
        new > 0
    }

    /// For each predicate of a component the strongest bounds on its forms that are inductive together with what is known.
    fn inductive_bounds(
        &mut self,
        terms: &mut Terms,
        annotation: &Annotation,
        component: &Component,
        columns: &[Columns],
        forms: &[Vec<Form>],
        known: &[Candidate],
    ) -> Vec<Vec<TermId>> {
        let constants = forms::constants(terms, annotation.problem(), &component.preds, self.config.constants);
        let mut tried: Vec<(PredId, Bound)> = Vec::new();
        for ((&pred, columns), forms) in component.preds.iter().zip(columns).zip(forms) {
            let states = self.samples.of(pred).iter();
            let points: Vec<Vec<Rational>> = states.filter_map(|state| columns.of_state(terms, state)).collect();
            let bounds = template::bounds(terms, columns, forms, &points, &constants, self.config);
            tried.extend(bounds.into_iter().map(|bound| (pred, bound)));
        }
        let candidate = |(pred, bound): &(PredId, Bound)| Candidate { pred: *pred, clause: bound.clause };
        let candidates: Vec<Candidate> = tried.iter().map(candidate).collect();
        self.counters.candidates += candidates.len() as u64;
        let (kept, statistics) = houdini(terms, annotation, known, &candidates, self.limits, &mut self.budget);
        self.counters.smt.add(&statistics);
        let kept: FxHashSet<Candidate> = kept.into_iter().collect();
        tried.retain(|tried| kept.contains(&candidate(tried)));
        let of = |pred: PredId| tried.iter().filter(move |(of, _)| *of == pred).map(|(_, bound)| bound);
        let best = |&pred: &PredId| template::strongest(of(pred)).iter().map(|bound| bound.clause).collect();
        component.preds.iter().map(best).collect()
    }
}

/// The forms that predicates with such columns share.
fn shared(all: &[(Vec<SortId>, Linear)], columns: &Columns) -> impl Iterator<Item = Form> {
    let sorts = columns.sorts();
    all.iter().filter(move |(of, _)| *of == sorts).map(|(_, form)| Form::new(form.clone()))
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
