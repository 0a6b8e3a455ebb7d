//! `Search` and `Rstep` of *Lazy Annotation Revisited* (Figure 1), iterative: a backtracking search for a derivation of
//! *false* within a bound on levels, which learns an interpolant from each conflict.
//!
//! A step expands one subgoal by all its rules at once. If the goal is satisfiable, a decision fixes which rule and which
//! literals of it; if not, the interpolant between the expansion (prefix) and the decided rest of the goal (suffix) becomes
//! a lemma of the subgoal's predicate, and the search goes back to the latest decision that took part in the conflict.

mod annotation;
mod families;
mod features;
mod goal;
mod learn;
mod patience;
mod suffix;

pub use annotation::Annotation;
pub use features::Features;
pub use learn::MOST_DISJUNCTS;

use crate::{
    interpolate::Interpolator,
    smt::{self, Implicant, Outcome, Smt},
    term::{TermId, Terms},
    unwind::{Lemma, LemmaId},
    witness::Derivation,
};
use goal::{Goal, VertexId};
use log::trace;
use rustc_hash::FxHashSet;

/// What a search found.
pub enum Found {
    /// A derivation of *false*.
    Derivation(Derivation),
    /// The annotation at the bound refutes all goals.
    Refuted,
    /// Neither, and why.
    Unknown(String),
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Subgoals expanded.
    pub resolutions: u64,
    /// Decisions made.
    pub decisions: u64,
    /// Conflicts met.
    pub conflicts: u64,
    /// Expansions undone because they took no part in a conflict.
    pub back_jumps: u64,
    /// Lemmas learned.
    pub lemmas: u64,
    /// What the goals' solvers did.
    pub smt: smt::Statistics,
}

/// A search at one bound. The goal's solver lives as long as the search; nothing is popped.
pub struct Search<'a, 'p> {
    terms: &'a mut Terms,
    annotation: &'a mut Annotation<'p>,
    interpolator: &'a mut Interpolator,
    counters: &'a mut Counters,
    features: Features,
    goal: Goal,
    smt: Smt,
    /// Without assertions, for what is asked once.
    scratch: Smt,
    bound: u32,
    /// Expanded vertices in order; all but the last are decided.
    stack: Vec<VertexId>,
}

impl<'a, 'p> Search<'a, 'p> {
    /// A search for a derivation with at most `bound` back edges on a path.
    pub fn new(
        terms: &'a mut Terms,
        annotation: &'a mut Annotation<'p>,
        interpolator: &'a mut Interpolator,
        counters: &'a mut Counters,
        features: Features,
        bound: u32,
    ) -> Self {
        let (smt, scratch) = (annotation.solver(), annotation.solver());
        let goal = Goal::new(terms, bound);
        Search { terms, annotation, interpolator, counters, features, goal, smt, scratch, bound, stack: Vec::new() }
    }

    /// Runs to the end.
    pub fn run(mut self) -> Found {
        let found = self.explore();
        self.counters.smt.add(&self.smt.statistics());
        found
    }

    fn explore(&mut self) -> Found {
        self.expand(Goal::ROOT);
        loop {
            let assumptions = self.assumptions();
            let outcome = self.smt.check(self.terms, &assumptions);
            match outcome {
                Outcome::Unknown(reason) => return Found::Unknown(reason),
                Outcome::Sat => {
                    let decided = match self.decide() {
                        Ok(decided) => decided,
                        Err(reason) => return Found::Unknown(reason),
                    };
                    match decided {
                        Some(derivation) => return Found::Derivation(derivation),
                        None => {
                            let leaf = self.choose();
                            self.expand(leaf);
                        }
                    }
                }
                Outcome::Unsat => {
                    if self.stack.len() == 1 {
                        return Found::Refuted;
                    }
                    let core = self.smt.core().into_iter().collect();
                    if let Err(reason) = self.conflict(&core) {
                        return Found::Unknown(reason);
                    }
                }
            }
        }
    }

    /// Every expansion so far, and every decision but the last vertex's.
    fn assumptions(&self) -> Vec<TermId> {
        let mut assumptions = Vec::new();
        for (i, &vertex) in self.stack.iter().enumerate() {
            assumptions.push(self.goal.expanded(vertex));
            if i + 1 < self.stack.len() {
                assumptions.extend_from_slice(self.goal.decision(vertex));
            }
        }
        assumptions
    }

    fn expand(&mut self, vertex: VertexId) {
        trace!("resolution at {}", self.goal.describe(self.terms, self.annotation, vertex));
        self.counters.resolutions += 1;
        self.goal.expand(self.terms, self.annotation, &mut self.smt, vertex);
        self.stack.push(vertex);
    }

    /// Decides the last vertex by the model: a rule and an implicant of what it says. If no subgoal is left, the model
    /// is a derivation.
    fn decide(&mut self) -> Result<Option<Derivation>, String> {
        let vertex = self.stack[self.stack.len() - 1];
        let earlier: Vec<TermId> = self.stack.iter().flat_map(|&v| self.goal.decision(v)).copied().collect();
        let mut model = self.smt.model();
        let mut implicant = Implicant::with_literals(self.terms, earlier.iter().copied());
        let body = self.goal.chosen_body(self.terms, self.annotation, &mut model, vertex);
        let body = body.ok_or("Z3's model is incomplete")?;
        if !implicant.add(self.terms, &mut model, body) {
            return Err("Z3's model does not satisfy the goal".into());
        }
        let known: FxHashSet<TermId> = earlier.into_iter().collect();
        let decision: Vec<TermId> = implicant.into_literals().into_iter().filter(|l| !known.contains(l)).collect();
        self.counters.decisions += 1;
        self.goal.set_decision(vertex, decision);
        if self.goal.leaves(&self.stack).next().is_some() {
            return Ok(None);
        }
        let derivation = self.goal.derivation(self.terms, &mut model);
        derivation.map(Some).ok_or_else(|| "Z3's model has a value that cannot be written down".into())
    }

    /// The subgoal to expand next: the one whose expansions were useless least often, the newest first.
    fn choose(&self) -> VertexId {
        let leaves = self.goal.leaves(&self.stack);
        leaves.min_by_key(|&leaf| (self.goal.useless(leaf), std::cmp::Reverse(leaf))).expect("there is a subgoal")
    }

    /// Learns from a conflict at the last vertex and goes back.
    fn conflict(&mut self, core: &FxHashSet<TermId>) -> Result<(), String> {
        self.counters.conflicts += 1;
        let last = self.pop();
        if core.contains(&self.goal.expanded(last)) {
            let learned = self.learn(last, core)?;
            if !learned {
                self.goal.blame(last);
            }
        } else {
            self.goal.blame(last);
        }
        while self.stack.len() > 1 {
            let vertex = self.stack[self.stack.len() - 1];
            let took_part = core.contains(&self.goal.expanded(vertex))
                || self.goal.decision(vertex).iter().any(|literal| core.contains(literal));
            if took_part {
                break;
            }
            self.counters.back_jumps += 1;
            self.goal.blame(vertex);
            self.pop();
        }
        if let Some(&vertex) = self.stack.last() {
            self.goal.clear_decision(vertex);
        }
        Ok(())
    }

    fn pop(&mut self) -> VertexId {
        let vertex = self.stack.pop().expect("something is expanded");
        self.goal.clear_decision(vertex);
        vertex
    }

    fn add(&mut self, lemma: Lemma) -> bool {
        let Some(ids) = self.annotation.learn(self.terms, lemma, self.bound) else { return false };
        self.counters.lemmas += 1;
        self.strengthen(ids);
        true
    }

    /// Asserts a lemma for every vertex at which it holds.
    fn strengthen(&mut self, id: LemmaId) {
        let lemma = self.annotation.lemmas().get(id);
        self.goal.strengthen(self.terms, self.annotation, &mut self.smt, lemma);
    }
}
