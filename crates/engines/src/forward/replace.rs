//! Serial constraint replacement (*An Interpolation Method for CLP Traversal*, CP 2009, Section 5): the constraints of a
//! path, earliest first, are deleted, or an equation is slackened to an inequality, as long as what the path contradicts
//! stays contradicted. What is left is projected onto the variables of the location.

use super::labels::is_refuted;
use crate::search;
use alphorn_interpolate::{Interpolator, Question};
use alphorn_logic::term::{Op, Simplifier, TermId, Terms, VarId};
use alphorn_run::stop::Stop;
use alphorn_smt::Smt;

/// What is left of the constraints of a path that contradict `step`, over the shared variables; `None` if the projection is
/// not known to contradict it.
pub(super) fn replaced(
    terms: &mut Terms,
    smt: &mut Smt,
    path: &[TermId],
    step: TermId,
    shared: &[VarId],
    slacken: bool,
    stop: &Stop,
) -> Option<Vec<TermId>> {
    let mut kept = path.to_vec();
    let mut at = 0;
    while at < kept.len() && !stop.is_stopped() {
        let constraint = kept[at];
        let mut others: Vec<TermId> = kept[..at].iter().chain(&kept[at + 1..]).copied().collect();
        others.push(step);
        if is_refuted(terms, smt, &others) {
            kept.remove(at);
            continue;
        }
        if slacken {
            for half in halves(terms, constraint) {
                if is_refuted(terms, smt, &[&others[..], &[half]].concat()) {
                    kept[at] = half;
                    break;
                }
            }
        }
        at += 1;
    }
    let projected = search::shadow(terms, shared, &kept, stop)?;
    is_refuted(terms, smt, &[&projected[..], &[step]].concat()).then_some(projected)
}

/// What follows from the constraints that are left, contradicts `step` as well, and is as general as possible: the constants
/// of inequalities are as near to the step as they can be, as those of the weakest precondition are.
pub(super) fn loosened(
    terms: &mut Terms,
    loosener: &mut Interpolator,
    smt: &Smt,
    left: TermId,
    step: TermId,
    shared: &[VarId],
) -> TermId {
    let question = Question { suffix: &[terms.conjuncts(step)], shared, transitions: &[] };
    let loose = loosener.interpolate_formula(terms, smt, left, &question);
    loose.map_or(left, |loose| Simplifier::new().simplify(terms, loose.formula))
}

/// The two inequalities that an equation of numbers is.
fn halves(terms: &mut Terms, constraint: TermId) -> Vec<TermId> {
    let args = terms.args(constraint).to_vec();
    match (terms.op(constraint), &args[..]) {
        (Op::Eq, [a, b]) if terms.sort_of(*a).is_arithmetic() => vec![terms.le(*a, *b), terms.le(*b, *a)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
