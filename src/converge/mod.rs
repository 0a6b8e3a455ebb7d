//! From bounded proofs to unbounded ones: lemmas are pushed to higher levels, and two equal levels are a fixed point.

mod budget;
mod houdini;

pub use budget::Budget;
pub use houdini::{Candidate, houdini};

use crate::{
    search::{Annotation, Purpose},
    term::Terms,
};

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
