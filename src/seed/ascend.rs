//! Least fixed points by models: from nothing upwards, as long as the rules lead to a point outside.

use super::{Columns, Component};
use crate::{
    arith::Rational,
    converge::Budget,
    smt::Outcome,
    term::{TermId, Terms},
    unwind::{FOREVER, Lemmas},
};
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
    ascend_from(nothing, terms, lemmas, component, columns, budget, |_, _, _, _| Step::Unclear)
}

/// Where the rules of a predicate lead from points inside.
pub enum Step {
    /// Only inside.
    Inside,
    /// To this point outside.
    To(Vec<Rational>),
    /// That is not known.
    Unclear,
}

/// The same above given sets; `ask` is asked first where the rules of a predicate lead.
pub fn ascend_from<D: Domain>(
    mut elements: Vec<Element<D>>,
    terms: &mut Terms,
    lemmas: &Lemmas,
    component: &mut Component,
    columns: &[Columns],
    budget: &mut Budget,
    ask: impl Fn(&mut Terms, &[Element<D>], usize, &mut Budget) -> Step,
) -> Option<Vec<Element<D>>> {
    let mut queue: VecDeque<usize> = (0..columns.len()).collect();
    while let Some(at) = queue.pop_front() {
        let mut grown = false;
        while !matches!(elements[at], Element::Top) {
            if !budget.take() {
                return None;
            }
            let next = match ask(terms, &elements, at, budget) {
                Step::Inside => break,
                Step::To(point) => Some(point),
                Step::Unclear => {
                    let assumptions = step_outside(terms, lemmas, component, &elements, at);
                    let solver = &mut component.solvers[at];
                    match solver.refute(terms, FOREVER, &assumptions) {
                        Outcome::Unsat => break,
                        Outcome::Unknown(_) => None,
                        Outcome::Sat => columns[at].point(terms, &mut solver.model()),
                    }
                }
            };
            grown = true;
            grow(terms, &mut elements[at], &columns[at], next);
        }
        if grown {
            let users = component.users(at).filter(|user| !queue.contains(user)).collect::<Vec<_>>();
            queue.extend(users);
        }
    }
    Some(elements)
}

/// Assumptions under which the rules of a predicate lead from points inside to a point outside.
fn step_outside<D>(
    terms: &mut Terms,
    lemmas: &Lemmas,
    component: &Component,
    elements: &[Element<D>],
    at: usize,
) -> Vec<TermId> {
    let inside = elements[at].formula(terms);
    let mut assumptions = vec![terms.not(inside)];
    for premise in component.solvers[at].template().premises() {
        let Some(of) = component.position(premise.pred) else { continue };
        let formula = elements[of].formula(terms);
        let holds = premise.instantiate(terms, lemmas, formula);
        assumptions.push(terms.implies(premise.needed, holds));
    }
    assumptions.retain(|&assumption| terms.truth(assumption) != Some(true));
    assumptions
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
