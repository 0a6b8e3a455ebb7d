//! From bounded proofs to unbounded ones: lemmas are pushed to higher levels, and two equal levels are a fixed point.

mod budget;
mod houdini;

pub use budget::Budget;
pub use houdini::{Candidate, houdini};

use crate::{
    search::{Annotation, Purpose},
    smt::SmtConfig,
    term::Terms,
};
use log::debug;
use std::time::Duration;

/// Pushes every lemma as high as it holds, up to one level above `bound`. Gives the first level whose lemmas all hold one
/// level higher: the lemmas above it satisfy every rule.
pub fn push(terms: &mut Terms, annotation: &mut Annotation, bound: u32) -> Option<u32> {
    for level in 0..=bound {
        let mut left = 0;
        for id in annotation.lemmas().ids() {
            let lemma = annotation.lemmas().get(id);
            if lemma.level != level {
                continue;
            }
            if annotation.holds(terms, Purpose::Push, lemma.pred, level + 1, lemma.clause) {
                annotation.raise(terms, id, level + 1);
            } else {
                left += 1;
            }
        }
        if left == 0 {
            return Some(level);
        }
    }
    None
}

/// Lets those lemmas hold for ever that were pushed above `bound` and are inductive together (Strengthen of *Lazy Annotation
/// for Program Testing and Verification*), as far as a small budget goes.
pub fn strengthen(terms: &mut Terms, annotation: &mut Annotation, bound: u32) {
    const CALLS: u64 = 100;
    const TIME: Duration = Duration::from_millis(300);
    const STEPS: u32 = 500_000;
    let lemmas = annotation.lemmas();
    let pushed = lemmas.ids().map(|id| lemmas.get(id)).filter(|lemma| lemma.level == bound + 1);
    let candidates: Vec<Candidate> = pushed.map(|lemma| Candidate { pred: lemma.pred, clause: lemma.clause }).collect();
    let mut budget = Budget::new(CALLS, TIME, annotation.stop());
    let limits = SmtConfig { rlimit: Some(STEPS), ..annotation.config() };
    let (kept, smt) = houdini(terms, annotation, &[], &candidates, limits, &mut budget);
    annotation.charge_for(Purpose::Strengthen, &smt);
    debug!("{} of {} lemmas above bound {bound} hold for ever", kept.len(), candidates.len());
    kept.into_iter().for_each(|Candidate { pred, clause }| annotation.add_invariant(terms, pred, clause));
}
