//! Facts about products of two arguments, such as `2·y = x² + x` for a sum of 1 to `x`. They burden every later question, so
//! they are kept only where they prove the goals.

use super::{
    AffineSpace, Columns, Element, Form, Seeder, Stage,
    ascend::{Step, ascend_from, step_outside},
    component::Component,
    linearise::{Knowledge, Linearised},
    relevant,
    sample::Samples,
    shared,
};
use crate::{
    converge::{Budget, Candidate},
    search::Annotation,
    unwind::{FOREVER, Lemma},
};
use alphorn_arith::{Linear, Rational};
use alphorn_logic::{
    horn::PredId,
    term::{SortId, TermId, Terms},
};
use alphorn_smt::Outcome;
use log::debug;
use std::time::Instant;

/// Each rule is used so many times for each column.
const SAMPLES: usize = 3;
/// Z3's steps for a question with products that is asked in two ways: mostly one of them is easy, and not always the same.
const TRIES: [u32; 4] = [30_000, 100_000, 400_000, u32::MAX];
/// Each rule is used so many times for a new point.
const FOLLOWED: usize = 3;

/// What is found on the way, none of it in the annotation yet.
struct Trial {
    samples: Samples,
    known: Vec<Candidate>,
    shared: Vec<(Vec<SortId>, Linear)>,
}

impl Seeder<'_> {
    /// Adds equations and bounds with products to the annotation if they refute all goals: once, after the linear facts.
    pub fn close(&mut self, terms: &mut Terms, annotation: &mut Annotation) {
        if self.next != Stage::Products {
            return;
        }
        self.next = Stage::Done;
        let start = Instant::now();
        self.budget = Budget::new(self.config.caps, annotation.solver(), &self.stop);
        let predicates = annotation.problem().predicates.len();
        let mut trial = Trial { samples: Samples::derived(predicates), known: Vec::new(), shared: Vec::new() };
        // Bounds are many more questions, and seldom needed.
        let ends = [false, true].into_iter().any(|bounds| {
            trial.known.clear();
            trial.samples = Samples::derived(predicates);
            let mut components = relevant::components(annotation.problem()).into_iter();
            let is_complete = components.all(|preds| self.try_products(terms, annotation, preds, bounds, &mut trial));
            for Candidate { pred, clause } in &trial.known {
                debug!("perhaps {}: {}", annotation.name(terms, *pred), terms.display(*clause));
            }
            debug!("products: complete: {is_complete}, {} steps", self.budget.steps_done());
            is_complete && self.refutes_goals(terms, annotation, &trial.known)
        });
        if ends {
            self.counters.products += trial.known.len() as u64;
            for Candidate { pred, clause } in trial.known {
                debug!("for ever {}: {}", annotation.name(terms, pred), terms.display(clause));
                annotation.add_invariant(terms, pred, clause);
            }
        }
        self.counters.time += start.elapsed();
    }

    /// Equations with products for the predicates of a component, and on demand bounds on what is constant for others that
    /// look the same. False if there are too many columns or calls.
    fn try_products(
        &mut self,
        terms: &mut Terms,
        annotation: &Annotation,
        preds: Vec<PredId>,
        bounds: bool,
        trial: &mut Trial,
    ) -> bool {
        let mut component = Component::new(terms, annotation, preds, self.limits);
        let columns = component.columns(terms, annotation, &[SortId::INT, SortId::REAL]);
        if columns.iter().any(|columns| columns.len() > self.config.product_columns) {
            return false;
        }
        let columns: Vec<_> = columns.iter().map(|columns| columns.with_products(terms)).collect();
        for &fact in &trial.known {
            component.assume(terms, annotation.lemmas(), fact);
        }
        let lemmas = annotation.lemmas();
        // Points outside of a hull are hard to find where products describe it, but not by running the rules. Many of these say
        // the same.
        let rounds = SAMPLES * columns.iter().map(Columns::len).max().unwrap_or(0);
        trial.samples.extend(terms, lemmas, &mut component, rounds, &mut self.budget);
        let mut start: Vec<Element<AffineSpace>> = Vec::with_capacity(columns.len());
        for (&pred, columns) in component.preds.iter().zip(&columns) {
            let states = trial.samples.of(pred).iter();
            let points: Vec<Vec<Rational>> = states.filter_map(|state| columns.of_state(terms, state)).collect();
            start.push(Element::of_points(terms, columns, points));
        }
        let linearised = Linearised::new(annotation.problem(), &annotation.solver(), self.limits);
        let (Trial { samples, known, .. }, preds) = (&mut *trial, component.preds.clone());
        let mut seen: Vec<usize> = preds.iter().map(|&pred| samples.of(pred).len()).collect();
        let ask = |terms: &mut Terms,
                   component: &mut Component,
                   elements: &[Element<AffineSpace>],
                   at: usize,
                   budget: &mut Budget| {
            let (columns, pred) = (&columns[at], preds[at]);
            while let Some(state) = samples.of(pred).get(seen[at]) {
                seen[at] += 1;
                let point = columns.of_state(terms, state).filter(|point| elements[at].is_outside(point));
                if let Some(point) = point {
                    return Step::To(point, None);
                }
            }
            let knowledge = Knowledge { lemmas, known, preds: &preds, elements };
            let mut step = Step::Unclear;
            for steps in TRIES {
                step = linearised.step(terms, knowledge, at, columns, steps, budget);
                if matches!(step, Step::Unclear) {
                    step = step_outside(terms, lemmas, component, elements, at, columns, steps);
                }
                if !matches!(step, Step::Unclear) {
                    break;
                }
            }
            if let Step::To(_, Some(state)) = &step {
                samples.add(pred, state.clone());
                samples.extend(terms, lemmas, component, FOLLOWED, budget);
            }
            step
        };
        let hulls = ascend_from(start, terms, &mut component, &mut self.budget, &columns, ask);
        let Some(hulls) = hulls else { return false };
        let clauses: Vec<Vec<TermId>> = hulls
            .iter()
            .map(|hull| {
                let formula = hull.formula(terms);
                terms.conjuncts(formula)
            })
            .collect();
        assume(terms, annotation, &mut component, clauses, trial);
        self.counters.smt.add(&component.statistics());
        if !bounds {
            return true;
        }
        let mut forms: Vec<Vec<Form>> = Vec::new();
        for (columns, hull) in columns.iter().zip(&hulls) {
            let is_constant = |form: &Form| hull.set().is_some_and(|hull| hull.is_constant(&form.coeffs));
            forms.push(shared(&trial.shared, columns).filter(|form| !is_constant(form)).collect());
        }
        let bounds = self.inductive_bounds(terms, annotation, &component, &columns, &forms, &trial.known);
        assume(terms, annotation, &mut component, bounds, trial);
        for (columns, hull) in columns.iter().zip(&hulls) {
            let equations = hull.set().map(AffineSpace::equations).unwrap_or_default();
            trial.shared.extend(equations.into_iter().map(|row| (columns.sorts(), row.coeffs)));
        }
        true
    }

    fn refutes_goals(&mut self, terms: &mut Terms, annotation: &Annotation, known: &[Candidate]) -> bool {
        let linearised = Linearised::new(annotation.problem(), &annotation.solver(), self.limits);
        let knowledge = Knowledge { lemmas: annotation.lemmas(), known, preds: &[], elements: &[] };
        if linearised.refutes_goals(terms, knowledge, &mut self.budget) {
            return true;
        }
        let mut lemmas = annotation.lemmas().clone();
        for &Candidate { pred, clause } in known {
            lemmas.add(Lemma { pred, clause, level: FOREVER });
        }
        let goals = annotation.template(terms, None).prefix(terms, &lemmas, FOREVER);
        let mut smt = annotation.solver().sibling_with(self.limits);
        let outcome = smt.check(terms, &[goals]);
        self.counters.smt.add(&smt.statistics());
        outcome == Outcome::Unsat
    }
}

/// Makes clauses known, one list for each predicate of a component.
fn assume(
    terms: &mut Terms,
    annotation: &Annotation,
    component: &mut Component,
    clauses: Vec<Vec<TermId>>,
    trial: &mut Trial,
) {
    for (at, clauses) in clauses.into_iter().enumerate() {
        let pred = component.preds[at];
        for clause in component.irredundant(terms, annotation, pred, clauses) {
            let fact = Candidate { pred, clause };
            component.assume(terms, annotation.lemmas(), fact);
            trial.known.push(fact);
        }
    }
}
