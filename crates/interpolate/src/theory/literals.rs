//! Interpolants that are made of the literals of one side as they are.

use super::{meter::Meter, vocabulary::Vocabulary};
use crate::Budget;
use alphorn_logic::term::{TermId, Terms, VarId};
use alphorn_smt::Smt;

/// The literals of A over shared variables that contradict B, or the negation of those of B that contradict A. This settles
/// Boolean conflicts, and conflicts of any theory in which one side's private part does not matter.
pub fn literals(
    terms: &mut Terms,
    smt: &mut Smt,
    a: &[TermId],
    b: &[TermId],
    shared: &[VarId],
    budget: &Budget,
) -> Option<TermId> {
    let vocabulary = Vocabulary::new(shared);
    let mut meter = Meter::new(budget);
    if let Some(core) = shared_core(terms, smt, (a, b), &vocabulary, &mut meter) {
        return Some(terms.and(core));
    }
    let core = shared_core(terms, smt, (b, a), &vocabulary, &mut meter)?;
    let core = terms.and(core);
    Some(terms.not(core))
}

/// The shared literals of a side that are needed to contradict the other.
fn shared_core(
    terms: &Terms,
    smt: &Smt,
    (side, other): (&[TermId], &[TermId]),
    vocabulary: &Vocabulary,
    meter: &mut Meter,
) -> Option<Vec<TermId>> {
    let shared: Vec<TermId> = side.iter().copied().filter(|literal| vocabulary.covers(terms, *literal)).collect();
    let mut against = smt.sibling();
    other.iter().for_each(|literal| against.assert(terms, *literal));
    meter.core(terms, &mut against, &shared)
}
