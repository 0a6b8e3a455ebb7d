//! Interpolants by covering one side with projections.
//!
//! From a model of the side that is not covered yet, an implicant cube and its projection onto the shared variables: a cube
//! that is true in the model and implies what the side says of the shared variables, hence contradicts the other side.
//! Literals that this contradiction does not need are dropped, which only covers more. When the whole side is covered, the
//! disjunction is the interpolant.

use super::{meter::Meter, vocabulary::Vocabulary};
use crate::{
    smt::{Implicant, Model, Smt},
    term::{TermId, Terms},
};

/// Takes a cube with private variables and a model of it to literals over shared variables that are true in the model and
/// imply that values for the private variables exist. `None` when it cannot.
pub trait Projection {
    /// Projects the cube.
    fn project(&mut self, terms: &mut Terms, model: &mut Model, cube: &[TermId]) -> Option<Vec<TermId>>;
}

/// A formula over the vocabulary that `side` implies and that contradicts `other`.
pub fn cover(
    terms: &mut Terms,
    smt: &Smt,
    (side, other): (&[TermId], &[TermId]),
    vocabulary: &Vocabulary,
    projection: &mut impl Projection,
    meter: &mut Meter,
) -> Option<TermId> {
    let mut against = smt.sibling();
    other.iter().for_each(|literal| against.assert(terms, *literal));
    let side = meter.core(terms, &mut against, side)?;
    let mut uncovered = smt.sibling();
    side.iter().for_each(|literal| uncovered.assert(terms, *literal));
    let mut cases = Vec::new();
    // Without literals the other side contradicts itself, and the empty conjunction covers.
    if side.is_empty() {
        return Some(terms.top());
    }
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
