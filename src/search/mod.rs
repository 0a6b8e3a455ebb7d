//! `Search` and `Rstep` of *Lazy Annotation Revisited* (Figure 1), iterative: a backtracking search for a derivation of
//! *false* within a bound on levels, which learns an interpolant from each conflict.
//!
//! A step expands one subgoal by all its rules at once. If the goal is satisfiable, a decision fixes which rule and which
//! literals of it; if not, the interpolant between the expansion (prefix) and the decided rest of the goal (suffix) becomes
//! a lemma of the subgoal's predicate, and the search goes back to the latest decision that took part in the conflict.

mod annotation;
mod goal;

pub use annotation::Annotation;

use crate::{
    interpolate::{Failure, Interpolator},
    smt::{self, Implicant, Outcome, Smt},
    term::{Simplifier, TermId, Terms, VarId},
    unwind::{Lemma, LemmaId},
    witness::Derivation,
};
use goal::{Goal, VertexId};
use log::{debug, trace};
use rustc_hash::{FxHashMap, FxHashSet};

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
    goal: Goal,
    smt: Smt,
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
        bound: u32,
    ) -> Self {
        let smt = annotation.solver();
        let goal = Goal::new(terms, bound);
        Search { terms, annotation, interpolator, counters, goal, smt, bound, stack: Vec::new() }
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
            let learned = self.learn(last, core).map_err(|failure| format!("no interpolant: {failure}"))?;
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

    /// Adds the interpolant between the vertex's prefix and the decided rest of the goal to the annotation.
    fn learn(&mut self, vertex: VertexId, core: &FxHashSet<TermId>) -> Result<bool, Failure> {
        let (pred, level) = self.goal.instance(vertex).expect("the root has no prefix to learn about");
        let params: Vec<VarId> = self.annotation.lemmas().params(pred).to_vec();
        let mut suffix: Vec<TermId> = self.stack.iter().flat_map(|&v| self.goal.decision(v)).copied().collect();
        suffix.extend(self.goal.other_annotations(self.terms, self.annotation, &self.stack, vertex));
        let suffix = connected(self.terms, self.goal.args(vertex), suffix, core);
        let mut renaming: FxHashMap<VarId, TermId> = FxHashMap::default();
        for (&arg, &param) in self.goal.args(vertex).iter().zip(&params) {
            if let crate::term::Op::Var(var) = *self.terms.op(arg) {
                renaming.insert(var, self.terms.var_term(param));
            }
        }
        let suffix: Vec<TermId> = suffix.into_iter().map(|l| self.terms.substitute(l, &renaming)).collect();
        let interpolant = self.annotation.interpolate(self.terms, self.interpolator, (pred, level), &[suffix])?;
        let formula = Simplifier::new().simplify(self.terms, interpolant.formula);
        debug!(
            "lemma {}@{level} by {}: {}",
            self.annotation.name(self.terms, pred),
            interpolant.method.name(),
            self.terms.display(formula)
        );
        let mut learned = false;
        for clause in self.terms.conjuncts(formula) {
            learned |= self.add(Lemma { pred, clause, level });
        }
        Ok(learned)
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

/// The literals that are connected to the arguments by shared variables, and all that took part in the conflict.
fn connected(terms: &Terms, args: &[TermId], literals: Vec<TermId>, core: &FxHashSet<TermId>) -> Vec<TermId> {
    let mut reached: FxHashSet<VarId> = terms.free_vars(args.iter().copied()).into_iter().collect();
    let mut rest: Vec<(TermId, Vec<VarId>)> = literals.into_iter().map(|l| (l, terms.free_vars([l]))).collect();
    let mut kept = Vec::new();
    loop {
        let before = rest.len();
        rest.retain(|(literal, vars)| {
            let near = core.contains(literal) || vars.iter().any(|v| reached.contains(v));
            if near {
                reached.extend(vars.iter().copied());
                kept.push(*literal);
            }
            !near
        });
        if rest.len() == before {
            return kept;
        }
    }
}
