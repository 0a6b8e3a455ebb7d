//! Interpolants of any theory by model-based projection through Z3.

use super::{
    cover::{Projection, interpolate},
    vocabulary::Vocabulary,
};
use crate::Budget;
use alphorn_logic::term::{TermId, Terms, VarId};
use alphorn_smt::{Model, Smt};

/// An interpolant of two cubes by covering one of them with projections that Z3 makes. What Z3 projects may be as narrow as
/// the model, so the covering may not end within the budget.
pub fn model_based(
    terms: &mut Terms,
    smt: &mut Smt,
    a: &[TermId],
    b: &[TermId],
    shared: &[VarId],
    budget: &Budget,
) -> Option<TermId> {
    let vocabulary = Vocabulary::new(shared);
    let mut projection = Z3Projection { vocabulary: &vocabulary };
    interpolate(terms, smt, (a, b), &vocabulary, &mut projection, budget)
}

struct Z3Projection<'a> {
    vocabulary: &'a Vocabulary,
}

impl Projection for Z3Projection<'_> {
    fn project(&mut self, terms: &mut Terms, model: &mut Model, cube: &[TermId]) -> Option<Vec<TermId>> {
        let private = self.vocabulary.private_vars(terms, cube);
        let projected = model.project(terms, &private, cube)?;
        Some(terms.conjuncts(projected))
    }
}
