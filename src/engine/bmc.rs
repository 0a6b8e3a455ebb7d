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
    witness::{Solution, Unknown, Verdict},
};
use log::{debug, info};

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
    let mut smt = Smt::new(SmtConfig::default(), stop);
    let mut tree = GoalTree::new(terms, problem, &mut smt);
    let mut bound = 0;
    let verdict = loop {
        info!("bound {bound}: {} vertices", tree.len());
        match search(terms, &mut tree, &mut smt, safe, bound) {
            Searched::Derivation(derivation) => break Verdict::Derivable(derivation),
            Searched::Refuted => {
                info!("refuted without a bound");
                break iterate::solution(terms, problem, safe, bound, stop)
                    .map_or_else(Verdict::Unknown, Verdict::Solved);
            }
            Searched::Bounded(deeper) => bound = deeper,
            Searched::Unknown(reason) => {
                let no_derivation_up_to = bound.checked_sub(1);
                break Verdict::Unknown(Unknown { reason, no_derivation_up_to, ..Unknown::default() });
            }
        }
    };
    statistics.set("bmc-bound", bound.into());
    statistics.set("bmc-vertices", tree.len() as u64);
    statistics.add_smt(&smt.statistics());
    verdict
}

/// The outcome of the search at one bound.
enum Searched {
    Derivation(crate::witness::Derivation),
    /// The tree is refuted whatever its leaves are.
    Refuted,
    /// No derivation within the bound; the least bound that could make a difference.
    Bounded(u32),
    Unknown(String),
}

fn search(terms: &mut Terms, tree: &mut GoalTree, smt: &mut Smt, safe: Option<&Solution>, bound: u32) -> Searched {
    loop {
        let beyond: Vec<_> = tree.leaves().filter(|&leaf| tree.depth(leaf) > bound).collect();
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
                        let Some(safe) = safe else { break };
                        let holds = tree.instantiate(terms, safe, vertex);
                        let holds = terms.implies(tree.needed(vertex), holds);
                        smt.assert(terms, holds);
                    }
                }
            }
        }
    }
}
