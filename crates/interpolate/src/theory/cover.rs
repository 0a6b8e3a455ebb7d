//! Interpolants by covering one side with projections.
//!
//! From a model of the side that is not covered yet, an implicant cube and its projection onto the shared variables: a cube
//! that is true in the model and implies what the side says of the shared variables, hence contradicts the other side.
//! Literals that this contradiction does not need are dropped, which only covers more. When the whole side is covered, the
//! disjunction is the interpolant.

use super::{meter::Meter, vocabulary::Vocabulary};
use crate::Budget;
use alphorn_logic::term::{TermId, Terms};
use alphorn_smt::{Implicant, Model, Smt};

/// Takes a cube with private variables and a model of it to literals over shared variables that are true in the model and
/// imply that values for the private variables exist. `None` when it cannot.
pub trait Projection {
    /// Projects the cube.
    fn project(&mut self, terms: &mut Terms, model: &mut Model, cube: &[TermId]) -> Option<Vec<TermId>>;
}

/// An interpolant by covering the side with fewer private variables, or else the other one, each with half of the budget.
pub fn interpolate(
    terms: &mut Terms,
    smt: &Smt,
    (a, b): (&[TermId], &[TermId]),
    vocabulary: &Vocabulary,
    projection: &mut impl Projection,
    budget: &Budget,
) -> Option<TermId> {
    let [of_a, of_b] = [a, b].map(|side| vocabulary.private_vars(terms, side).len());
    let order = if of_a <= of_b { [false, true] } else { [true, false] };
    order.into_iter().find_map(|of_b| {
        let pair = if of_b { (b, a) } else { (a, b) };
        let formula = cover(terms, smt, pair, vocabulary, projection, &mut Meter::share(budget, 2))?;
        Some(if of_b { terms.not(formula) } else { formula })
    })
}

/// A formula over the vocabulary that `side` implies and that contradicts `other`.
fn cover(
    terms: &mut Terms,
    smt: &Smt,
    (side, other): (&[TermId], &[TermId]),
    vocabulary: &Vocabulary,
    projection: &mut impl Projection,
    meter: &mut Meter,
) -> Option<TermId> {
    let mut against = smt.sibling();
    other.iter().for_each(|literal| against.assert(terms, *literal));
    // Where the solver does not find the conflict, it may still see that the projections contradict the other side.
    let side = meter.core(terms, &mut against, side).unwrap_or(side.to_vec());
    if side.is_empty() {
        // The other side contradicts itself.
        return Some(terms.top());
    }
    let mut uncovered = smt.sibling();
    side.iter().for_each(|literal| uncovered.assert(terms, *literal));
    let mut cases = Vec::new();
    while meter.is_sat(terms, &mut uncovered, &[])? {
        meter.case()?;
        let mut model = uncovered.model();
        let projected = project_side(terms, &mut model, &side, vocabulary, projection)?;
        if projected.len() > meter.budget().literals {
            return None;
        }
        let needed = meter.core(terms, &mut against, &projected)?;
        let case = terms.and(needed);
        cases.push(case);
        let rest = terms.not(case);
        uncovered.assert(terms, rest);
    }
    Some(terms.or(cases))
}

/// An implicant of the side, what is shared of it as it is, the rest projected.
fn project_side(
    terms: &mut Terms,
    model: &mut Model,
    side: &[TermId],
    vocabulary: &Vocabulary,
    projection: &mut impl Projection,
) -> Option<Vec<TermId>> {
    let mut implicant = Implicant::default();
    for literal in side {
        if !implicant.add(terms, model, *literal) {
            return None;
        }
    }
    let (mut shared, private): (Vec<_>, Vec<_>) =
        implicant.into_literals().into_iter().partition(|literal| vocabulary.covers(terms, *literal));
    if !private.is_empty() {
        shared.extend(projection.project(terms, model, &private)?);
    }
    Some(shared)
}
