//! Bounded model checking by unwinding: the goal tree is expanded where a model needs it, one level at a time.
//!
//! It finds every derivation, shortest ones first, and proves a problem when the tree is refuted without any bound. The other
//! engines are tested against it.

use super::{Engine, Statistics, iterate, tree::GoalTree};
use crate::{
    horn::Problem,
    smt::{Outcome, Smt, SmtConfig},
    stop::Stop,
    term::{TermId, Terms},
    witness::{Derivation, Solution, Unknown, Verdict},
};
use log::{debug, info};

/// The last question of a turn may take so many times the steps of the turn.
const LAST: u32 = 4;

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct Bmc;

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        unwind(terms, problem, None, statistics, stop)
    }
}

/// Unwinds the goals, deeper and deeper. With `safe`, all facts of a derivation but those that a goal uses satisfy it.
pub(super) fn unwind(
    terms: &mut Terms,
    problem: &Problem,
    safe: Option<&Solution>,
    statistics: &mut Statistics,
    stop: &Stop,
) -> Verdict {
    let mut unwinding = Unwinding::new(terms, problem, safe, stop);
    let verdict = unwinding.finish(terms);
    unwinding.count(statistics);
    verdict
}

/// An unwinding that can be paused.
pub(super) struct Unwinding<'p> {
    problem: &'p Problem,
    safe: Option<&'p Solution>,
    stop: &'p Stop,
    smt: Smt,
    tree: GoalTree<'p>,
    bound: u32,
}

impl<'p> Unwinding<'p> {
    /// One at the goals.
    pub fn new(terms: &mut Terms, problem: &'p Problem, safe: Option<&'p Solution>, stop: &'p Stop) -> Self {
        let mut smt = Smt::new(SmtConfig::default(), stop);
        let tree = GoalTree::new(terms, problem, &mut smt);
        Unwinding { problem, safe, stop, smt, tree, bound: 0 }
    }

    /// The bound of the search it is at.
    pub fn bound(&self) -> u32 {
        self.bound
    }

    /// Z3's steps so far, modulo 2^32.
    pub fn steps(&self) -> u32 {
        self.smt.steps()
    }

    /// Goes on to the end.
    pub fn finish(&mut self, terms: &mut Terms) -> Verdict {
        loop {
            match self.advance(terms, u32::MAX) {
                None => {}
                Some(End::Derivation(derivation)) => return Verdict::Derivable(derivation),
                Some(End::Refuted) => {
                    let solution = iterate::solution(terms, self.problem, self.safe, self.bound, self.stop);
                    return solution.map_or_else(Verdict::Unknown, Verdict::Solved);
                }
                Some(End::Unknown(unknown)) => return Verdict::Unknown(unknown),
            }
        }
    }

    /// Goes on until it ends or so many of Z3's steps are taken; the last question may take more, since one that is cut short
    /// starts anew.
    pub fn advance(&mut self, terms: &mut Terms, steps: u32) -> Option<End> {
        let start = self.smt.steps();
        self.smt.limit_steps(Some(steps.saturating_mul(LAST)));
        loop {
            info!("bound {}: {} vertices", self.bound, self.tree.len());
            match self.search(terms, start, steps) {
                Searched::Derivation(derivation) => return Some(End::Derivation(derivation)),
                Searched::Refuted => {
                    info!("refuted without a bound");
                    return Some(End::Refuted);
                }
                Searched::Bounded(deeper) => self.bound = deeper,
                Searched::Unknown(_) if self.is_spent(start, steps) && !self.stop.is_stopped() => return None,
                Searched::Paused => return None,
                Searched::Unknown(reason) => {
                    let no_derivation_up_to = self.bound.checked_sub(1);
                    return Some(End::Unknown(Unknown { reason, no_derivation_up_to, ..Unknown::default() }));
                }
            }
        }
    }

    /// Looks for a derivation within the bound.
    fn search(&mut self, terms: &mut Terms, start: u32, steps: u32) -> Searched {
        loop {
            if self.is_spent(start, steps) {
                return Searched::Paused;
            }
            let Unwinding { safe, smt, tree, bound, .. } = self;
            let beyond: Vec<_> = tree.leaves().filter(|&leaf| tree.depth(leaf) > *bound).collect();
            let assumptions: Vec<TermId> = beyond.iter().map(|&leaf| terms.not(tree.needed(leaf))).collect();
            match smt.check(terms, &assumptions) {
                Outcome::Unknown(reason) => return Searched::Unknown(reason),
                Outcome::Unsat => {
                    let core = smt.core();
                    let involved = beyond.iter().zip(&assumptions).filter(|(_, a)| core.contains(a));
                    let nearest = involved.map(|(&leaf, _)| tree.depth(leaf)).min();
                    return nearest.map_or(Searched::Refuted, Searched::Bounded);
                }
                Outcome::Sat => {
                    let mut model = smt.model();
                    let Some(selection) = tree.select(terms, &mut model) else {
                        return Searched::Unknown("Z3's model is incomplete".into());
                    };
                    if selection.leaves.is_empty() {
                        return match tree.derivation(terms, &mut model, &selection) {
                            Some(derivation) => Searched::Derivation(derivation),
                            None => Searched::Unknown("Z3's model has a value that cannot be written down".into()),
                        };
                    }
                    debug!("expanding {} leaves", selection.leaves.len());
                    for leaf in selection.leaves {
                        let first = tree.len();
                        tree.expand(terms, smt, leaf);
                        // The goals' own premises are the only ones that need not be safe.
                        for vertex in (first..tree.len()).filter(|&vertex| tree.depth(vertex) > 1) {
                            let Some(safe) = *safe else { break };
                            let holds = tree.instantiate(terms, safe, vertex);
                            let holds = terms.implies(tree.needed(vertex), holds);
                            smt.assert(terms, holds);
                        }
                    }
                }
            }
        }
    }

    fn is_spent(&self, start: u32, steps: u32) -> bool {
        self.smt.steps().wrapping_sub(start) >= steps
    }

    /// Adds what it did.
    pub fn count(&self, statistics: &mut Statistics) {
        statistics.set("bmc-bound", self.bound.into());
        statistics.set("bmc-vertices", self.tree.len() as u64);
        statistics.add_smt(&self.smt.statistics());
    }
}

/// How an unwinding ends.
pub(super) enum End {
    /// With a derivation.
    Derivation(Derivation),
    /// There is none, whatever the bound.
    Refuted,
    /// Neither is known.
    Unknown(Unknown),
}

/// The outcome of the search at one bound.
enum Searched {
    Derivation(Derivation),
    /// The tree is refuted whatever its leaves are.
    Refuted,
    /// No derivation within the bound; the least bound that could make a difference.
    Bounded(u32),
    Unknown(String),
    /// The steps are spent.
    Paused,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine::confirm, horn::testing::problem};

    #[test]
    fn a_paused_unwinding_goes_on_where_it_was() {
        let (mut terms, problem) = problem(
            "(declare-fun P (Int) Bool) (assert (P 0))
             (assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))
             (assert (forall ((x Int)) (=> (and (P x) (= x 60)) false)))",
        );
        let stop = Stop::new();
        let mut unwinding = Unwinding::new(&mut terms, &problem, None, &stop);
        let mut steps = 64;
        while unwinding.bound < 5 {
            assert!(unwinding.advance(&mut terms, steps).is_none(), "the derivation is deeper");
            steps += steps / 2;
        }
        let (calls, vertices) = (unwinding.smt.statistics().calls(), unwinding.tree.len());
        let verdict = unwinding.finish(&mut terms);
        assert!(matches!(verdict, Verdict::Derivable(_)) && confirm::holds(&mut terms, &problem, &verdict, &stop));
        let mut again = Unwinding::new(&mut terms, &problem, None, &stop);
        again.finish(&mut terms);
        assert!(unwinding.tree.len() == again.tree.len() && vertices > 5, "no vertex is made twice");
        assert!(unwinding.smt.statistics().calls() - calls < again.smt.statistics().calls(), "less is left to do");
    }
}
