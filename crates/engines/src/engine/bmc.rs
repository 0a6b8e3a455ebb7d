//! Bounded model checking by unwinding: the goal tree is expanded where a model needs it, one level at a time.
//!
//! It finds every derivation, shortest ones first, and proves a problem when the tree is refuted without any bound. The other
//! engines are tested against it.

use super::{Engine, iterate, tree::GoalTree};
use crate::unwind::Accelerated;
use alphorn_logic::{
    horn::Problem,
    term::{TermId, Terms},
    witness::{Derivation, Solution, Unknown, Verdict},
};
use alphorn_run::{statistics::Statistics, stop::Stop};
use alphorn_smt::{Outcome, Smt, SmtConfig};
use log::{debug, info};

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bmc {
    /// Whether counting loops are passed many times in one step.
    pub accelerate: bool,
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let accelerated = if self.accelerate { Accelerated::new(terms, problem) } else { None };
        let Some(accelerated) = accelerated else { return unwind(terms, problem, None, statistics, stop) };
        match unwind(terms, &accelerated.problem, None, statistics, stop) {
            Verdict::Derivable(derivation) => {
                let long = || Verdict::Unknown(Unknown::because("the derivation is too long to be written down"));
                accelerated.expand(terms, &derivation, stop).map_or_else(long, Verdict::Derivable)
            }
            // What satisfies more rules satisfies the problem's.
            verdict => verdict,
        }
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
    let mut unwinding = Unwinding::new(terms, problem, safe, None, stop);
    let end = unwinding.run(terms);
    let Unwinding { bound, tree, smt, .. } = unwinding;
    statistics.set("bmc-bound", bound.into());
    statistics.set("bmc-vertices", tree.len() as u64);
    smt.statistics().record(statistics);
    match end {
        End::Derivation(derivation) => Verdict::Derivable(derivation),
        End::Refuted => {
            iterate::solution(terms, problem, safe, bound, stop).map_or_else(Verdict::Unknown, Verdict::Solved)
        }
        End::Unknown(reason) => {
            Verdict::Unknown(Unknown { reason, no_derivation_up_to: bound.checked_sub(1), ..Unknown::default() })
        }
    }
}

/// How an unwinding ends.
pub(super) enum End {
    /// With a derivation.
    Derivation(Derivation),
    /// There is none, whatever the bound.
    Refuted,
    /// Neither is known, for this reason.
    Unknown(String),
}

/// The tree, and the solver that knows it.
pub(super) struct Unwinding<'p> {
    safe: Option<&'p Solution>,
    smt: Smt,
    tree: GoalTree<'p>,
    bound: u32,
    steps: Option<u32>,
}

impl<'p> Unwinding<'p> {
    /// One at the goals, which takes at most so many of Z3's steps.
    pub fn new(
        terms: &mut Terms,
        problem: &'p Problem,
        safe: Option<&'p Solution>,
        steps: Option<u32>,
        stop: &Stop,
    ) -> Self {
        let mut smt = Smt::new(SmtConfig { rlimit: steps, ..SmtConfig::default() }, stop);
        let tree = GoalTree::new(terms, problem, &mut smt);
        Unwinding { safe, smt, tree, bound: 0, steps }
    }

    /// Goes on to the end.
    pub fn run(&mut self, terms: &mut Terms) -> End {
        loop {
            info!("bound {}: {} vertices", self.bound, self.tree.len());
            match self.search(terms) {
                Searched::Derivation(derivation) => return End::Derivation(derivation),
                Searched::Bounded(deeper) => self.bound = deeper,
                Searched::Refuted => {
                    info!("refuted without a bound");
                    return End::Refuted;
                }
                Searched::Unknown(reason) => return End::Unknown(reason),
            }
        }
    }

    /// Looks for a derivation within the bound.
    fn search(&mut self, terms: &mut Terms) -> Searched {
        let Unwinding { safe, smt, tree, bound, steps } = self;
        loop {
            if steps.is_some_and(|steps| smt.steps() >= steps) {
                return Searched::Unknown("resource limit".into());
            }
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
}

/// The outcome of the search at one bound.
enum Searched {
    Derivation(Derivation),
    /// The tree is refuted whatever its leaves are.
    Refuted,
    /// No derivation within the bound; the least bound that could make a difference.
    Bounded(u32),
    Unknown(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::confirm;
    use alphorn_logic::horn::testing::problem;

    #[test]
    fn a_counting_loop_is_passed_in_one_step_and_the_derivation_has_them_all() {
        let (mut terms, problem) = problem(
            "(declare-fun P (Int) Bool) (assert (P 0))
             (assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))
             (assert (forall ((x Int)) (=> (and (P x) (= x 600)) false)))",
        );
        let (stop, mut statistics) = (Stop::new(), Statistics::default());
        let verdict = Bmc { accelerate: true }.solve(&mut terms, &problem, &mut statistics, &stop);
        let Verdict::Derivable(derivation) = &verdict else { panic!("there is a derivation") };
        assert!(derivation.steps.len() == 602 && statistics.count("bmc-bound") < Some(5));
        assert!(confirm::holds(&mut terms, &problem, &verdict, &stop));
    }
}
