//! Least fixed points by models: from nothing upwards, as long as the rules lead to a point outside.

use super::{Columns, Component, sample::State};
use crate::{
    converge::Budget,
    unwind::{FOREVER, Lemmas},
};
use alphorn_arith::Rational;
use alphorn_logic::term::{TermId, Terms, VarId};
use alphorn_smt::Outcome;
use std::collections::VecDeque;

/// Sets of points that grow by points, never for ever.
pub trait Domain: Sized {
    /// The smallest set with one point; `None` for a point that has no place in any set.
    fn of_point(point: Vec<Rational>) -> Option<Self>;

    /// Grows to the smallest set that also contains the point; whether it had to grow. `None` as for [`Domain::of_point`].
    fn join_point(&mut self, point: &[Rational]) -> Option<bool>;

    /// Clauses over the columns that describe it; none if it contains every point.
    fn clauses(&self, terms: &mut Terms, columns: &Columns) -> Vec<TermId>;
}

/// What is known of a predicate.
#[derive(Clone, Debug)]
pub enum Element<D> {
    /// Nothing derives it.
    Bottom,
    /// It is derived only in this set, which the clauses describe.
    Within(D, Vec<TermId>),
    /// No set was found.
    Top,
}

impl<D> Element<D> {
    /// The set, where there is one.
    pub fn set(&self) -> Option<&D> {
        match self {
            Element::Within(set, _) => Some(set),
            Element::Bottom | Element::Top => None,
        }
    }

    /// What it says, as one formula over the parameters.
    pub fn formula(&self, terms: &mut Terms) -> TermId {
        match self {
            Element::Bottom => terms.bottom(),
            Element::Within(_, clauses) => terms.and(clauses.iter().copied()),
            Element::Top => terms.top(),
        }
    }
}

impl<D: Domain> Element<D> {
    /// The smallest set with some points.
    pub fn of_points(terms: &mut Terms, columns: &Columns, points: impl IntoIterator<Item = Vec<Rational>>) -> Self {
        let mut set: Option<D> = None;
        for point in points {
            set = match set {
                None => D::of_point(point),
                Some(mut set) => set.join_point(&point).map(|_| set),
            };
            if set.is_none() {
                return Element::Top;
            }
        }
        set.map_or(Element::Bottom, |set| Element::within(terms, columns, set))
    }

    /// Whether a point is not in it.
    pub fn is_outside(&self, point: &[Rational]) -> bool
    where
        D: Clone,
    {
        match self {
            Element::Bottom => true,
            Element::Within(set, _) => set.clone().join_point(point) == Some(true),
            Element::Top => false,
        }
    }

    fn within(terms: &mut Terms, columns: &Columns, set: D) -> Self {
        let clauses = set.clauses(terms, columns);
        if clauses.is_empty() { Element::Top } else { Element::Within(set, clauses) }
    }
}

/// The least sets of the domain, one for each predicate of a component, that the rules of the component do not leave;
/// `None` when the budget ends before they are found.
pub fn ascend<D: Domain>(
    terms: &mut Terms,
    lemmas: &Lemmas,
    component: &mut Component,
    columns: &[Columns],
    budget: &mut Budget,
) -> Option<Vec<Element<D>>> {
    let nothing = columns.iter().map(|_| Element::Bottom).collect();
    let ask = |terms: &mut Terms, component: &mut Component, elements: &[Element<D>], at: usize, _: &mut Budget| {
        step_outside(terms, lemmas, component, elements, at, &columns[at], u32::MAX)
    };
    ascend_from(nothing, terms, component, budget, columns, ask)
}

/// Where the rules of a predicate lead from points inside.
pub enum Step {
    /// Only inside.
    Inside,
    /// To this point outside, which a state has.
    To(Vec<Rational>, Option<State>),
    /// That is not known.
    Unclear,
}

/// The same above given sets; `ask` says where the rules of the predicate at a place lead.
pub fn ascend_from<D: Domain>(
    mut elements: Vec<Element<D>>,
    terms: &mut Terms,
    component: &mut Component,
    budget: &mut Budget,
    columns: &[Columns],
    mut ask: impl FnMut(&mut Terms, &mut Component, &[Element<D>], usize, &mut Budget) -> Step,
) -> Option<Vec<Element<D>>> {
    let mut queue: VecDeque<usize> = (0..columns.len()).collect();
    while let Some(at) = queue.pop_front() {
        let mut grown = false;
        while !matches!(elements[at], Element::Top) {
            if !budget.take() {
                return None;
            }
            let next = match ask(terms, component, &elements, at, budget) {
                Step::Inside => break,
                Step::To(point, _) => Some(point),
                Step::Unclear => None,
            };
            grown = true;
            grow(terms, &mut elements[at], &columns[at], next);
        }
        if grown {
            // Its own rules were asked last.
            let users = component.users(at).filter(|user| *user != at && !queue.contains(user)).collect::<Vec<_>>();
            queue.extend(users);
        }
    }
    Some(elements)
}

/// Where the rules of a predicate lead, by one question that has at most so many of Z3's steps.
pub fn step_outside<D>(
    terms: &mut Terms,
    lemmas: &Lemmas,
    component: &mut Component,
    elements: &[Element<D>],
    at: usize,
    columns: &Columns,
    steps: u32,
) -> Step {
    let inside = elements[at].formula(terms);
    let mut assumptions = vec![terms.not(inside)];
    for premise in component.solvers[at].template().premises() {
        let Some(of) = component.position(premise.pred) else { continue };
        let formula = elements[of].formula(terms);
        let holds = premise.instantiate(terms, lemmas, formula);
        assumptions.push(terms.implies(premise.needed, holds));
    }
    assumptions.retain(|&assumption| terms.truth(assumption) != Some(true));
    let params = lemmas.params(component.preds[at]);
    component.solvers[at].within(steps, |solver| match solver.refute(terms, FOREVER, &assumptions) {
        Outcome::Unsat => Step::Inside,
        Outcome::Unknown(_) => Step::Unclear,
        Outcome::Sat => {
            let mut model = solver.model();
            let Some(point) = columns.point(terms, &mut model) else { return Step::Unclear };
            let value = |&param: &VarId| {
                let param = terms.var_term(param);
                model.value(terms, param)
            };
            Step::To(point, params.iter().map(value).collect())
        }
    })
}

fn grow<D: Domain>(terms: &mut Terms, element: &mut Element<D>, columns: &Columns, point: Option<Vec<Rational>>) {
    let grown = point.and_then(|point| match std::mem::replace(element, Element::Top) {
        Element::Bottom => D::of_point(point),
        // A model outside whose point is inside: the solver and we do not mean the same.
        Element::Within(mut set, _) => set.join_point(&point)?.then_some(set),
        Element::Top => None,
    });
    *element = grown.map_or(Element::Top, |set| Element::within(terms, columns, set));
}
