//! From bounded proofs to unbounded ones: lemmas are pushed to higher levels, and two equal levels are a fixed point.

mod budget;
mod houdini;
mod neighbours;

pub use budget::{Budget, Caps};
pub use houdini::{Candidate, houdini};
use neighbours::with_neighbours;

use crate::{
    search::{Annotation, Purpose},
    unwind::FOREVER,
};
use alphorn_logic::term::Terms;
use alphorn_smt::SmtConfig;
use log::debug;
use std::time::Duration;

/// How lazy annotation gets from bounded proofs to unbounded ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Convergence {
    /// Levels, pushing and Houdini.
    #[default]
    Levels,
    /// Covering of instances by older ones, as in *Lazy Abstraction with Interpolants*: what the original Duality did.
    Lawi,
}

impl Convergence {
    /// All by their names on the command line, the default first.
    pub const NAMES: [(&'static str, Convergence); 2] = [("levels", Convergence::Levels), ("lawi", Convergence::Lawi)];
}

/// Pushes every lemma as high as it holds, up to one level above `bound`. Gives the first level whose lemmas all hold one
/// level higher: the lemmas above it satisfy every rule. With `subsumption`, lemmas that say no more than others stay behind.
pub fn push(terms: &mut Terms, annotation: &mut Annotation, bound: u32, subsumption: bool) -> Option<u32> {
    for level in 0..=bound {
        let mut left = 0;
        for id in annotation.lemmas().ids() {
            let lemma = annotation.lemmas().get(id);
            if lemma.level != level || subsumption && annotation.is_subsumed(id) {
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

/// Lets those lemmas hold for ever that hold at `level` and are inductive together, with what they say of other predicates
/// (Strengthen of *Lazy Annotation for Program Testing and Verification*), as far as a small budget goes.
pub fn strengthen(terms: &mut Terms, annotation: &mut Annotation, level: u32) {
    /// Candidates in all.
    const MOST: usize = 200;
    const CAPS: Caps = Caps { calls: 100, steps: 1_500_000, time: Duration::from_millis(600) };
    /// For one call.
    const STEPS: u32 = 500_000;
    let lemmas = annotation.lemmas();
    let high = lemmas.ids().map(|id| lemmas.get(id)).filter(|lemma| (level..FOREVER).contains(&lemma.level));
    let candidates: Vec<Candidate> = high.map(|lemma| Candidate { pred: lemma.pred, clause: lemma.clause }).collect();
    let candidates = with_neighbours(terms, annotation.problem(), lemmas, candidates, MOST);
    let mut budget = Budget::new(CAPS, annotation.solver(), annotation.stop());
    let limits = SmtConfig { rlimit: Some(STEPS), ..annotation.config() };
    let (kept, smt) = houdini(terms, annotation, &[], &candidates, limits, &mut budget);
    annotation.charge_for(Purpose::Strengthen, &smt);
    debug!("{} of {} lemmas at level {level} hold for ever", kept.len(), candidates.len());
    kept.into_iter().for_each(|Candidate { pred, clause }| annotation.add_invariant(terms, pred, clause));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unwind::Lemma;
    use alphorn_logic::horn::{PredId, testing::problem};
    use alphorn_run::stop::Stop;

    #[test]
    fn lemmas_of_a_level_hold_for_ever_if_they_are_inductive_together() {
        let (mut terms, problem) = problem(
            "(declare-fun p (Int Int) Bool)
             (assert (p 0 0))
             (assert (forall ((x Int) (y Int)) (=> (p x y) (p y (+ x 2)))))",
        );
        let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
        let pred = PredId(0);
        let [x, y] = [0, 1].map(|at| terms.var_term(annotation.lemmas().params(pred)[at]));
        let bounds = [(0, x), (0, y), (3, x)].map(|(bound, column)| (terms.int(bound), column));
        let [first, second, wrong] = bounds.map(|(bound, column)| terms.le(bound, column));
        for clause in [first, second, wrong] {
            annotation.learn(&mut terms, Lemma { pred, clause, level: 3 }, 3);
        }
        strengthen(&mut terms, &mut annotation, 4);
        assert_eq!(annotation.lemmas().at(pred, FOREVER).count(), 0, "none holds at level 4");
        strengthen(&mut terms, &mut annotation, 3);
        let kept: Vec<_> = annotation.lemmas().at(pred, FOREVER).map(|lemma| lemma.clause).collect();
        assert_eq!(kept, [first, second]);
    }
}
