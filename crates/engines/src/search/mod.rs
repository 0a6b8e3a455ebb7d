//! `Search` and `Rstep` of *Lazy Annotation Revisited* (Figure 1), iterative: a backtracking search for a derivation of
//! *false* within a bound on levels, which learns an interpolant from each conflict.
//!
//! A step expands one subgoal by all its rules at once. If the goal is satisfiable, a decision fixes which rule and which
//! literals of it; if not, the interpolant between the expansion (prefix) and the decided rest of the goal (suffix) becomes
//! a lemma of the subgoal's predicate, and the search goes back to the latest decision that took part in the conflict.

mod annotation;
mod costs;
mod cubes;
mod expose;
mod families;
mod features;
mod goal;
mod halves;
mod learn;
mod partial;
mod patience;
mod phases;
mod reached;
mod separate;
mod suffix;
#[cfg(test)]
mod tests;

pub use annotation::Annotation;
pub use costs::{Costs, Purpose};
pub use cubes::CubeSearch;
pub use features::{Features, Mark};
pub use reached::FactId;
pub use separate::MOST_DISJUNCTS;
pub(crate) use suffix::{connected, shadow};

use crate::unwind::{Lemma, LemmaId};
use alphorn_interpolate::Interpolator;
use alphorn_logic::{
    term::{TermId, Terms},
    witness::Derivation,
};
use alphorn_run::{observe::Observer, statistics::Statistics};
use alphorn_smt::{Implicant, Model, Outcome, Smt};
use goal::{Goal, NoValue, VertexId};
use rustc_hash::FxHashSet;
use separate::Separator;
use serde_json::json;
use std::sync::atomic::Ordering::Relaxed;

/// What a search found.
pub enum Found {
    /// A derivation of *false*.
    Derivation(Derivation),
    /// The annotation at the bound refutes all goals.
    Refuted,
    /// The turn is over.
    Paused,
    /// Neither.
    Unknown {
        /// Why.
        reason: String,
        /// The subgoals that were being resolved, the innermost last.
        goal: String,
    },
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
    /// The most of them at once.
    pub longest_jump: u64,
    /// Lemmas learned.
    pub lemmas: u64,
    /// Subgoals answered by facts that were reached.
    pub closed: u64,
    /// Decisions for which an earlier one was tried again, and could be.
    pub repeated: u64,
    /// What the solvers were asked that live as long as one search.
    pub costs: Costs,
}

impl Counters {
    /// Adds them to a run's counters.
    pub fn record(&self, run: &mut Statistics) {
        run.add("la-resolutions", self.resolutions);
        run.add("la-decisions", self.decisions);
        run.add("la-conflicts", self.conflicts);
        run.add("la-back-jumps", self.back_jumps);
        run.raise("la-longest-back-jump", self.longest_jump);
        run.add("la-lemmas", self.lemmas);
        run.add("la-closed", self.closed);
        run.add("la-repeated", self.repeated);
        self.costs.record(run);
    }
}

/// How a search is made.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// What it does.
    pub features: Features,
    /// Who watches it.
    pub observer: &'a Observer,
    /// When it has to pause.
    pub turn: Turn,
}

/// How long a search may go on: so much work from a point on.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    start: u32,
    work: u32,
}

impl Turn {
    /// A turn that starts now.
    pub fn new(annotation: &Annotation, work: u32) -> Self {
        Turn { start: annotation.work(), work }
    }

    /// Whether it is over.
    pub fn is_over(&self, annotation: &Annotation) -> bool {
        annotation.work().wrapping_sub(self.start) > self.work
    }
}

/// A search at one bound. The goal's solver lives as long as the search; nothing is popped.
pub struct Search<'a, 'p> {
    terms: &'a mut Terms,
    annotation: &'a mut Annotation<'p>,
    interpolator: &'a mut Interpolator,
    counters: &'a mut Counters,
    features: Features,
    observer: &'a Observer,
    turn: Turn,
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
        Setting { features, observer, turn }: Setting<'a>,
        bound: u32,
    ) -> Self {
        let (smt, scratch) = (annotation.solver(), annotation.solver());
        let goal = Goal::new(terms, bound);
        let stack = Vec::new();
        Search { terms, annotation, interpolator, counters, features, observer, turn, goal, smt, scratch, bound, stack }
    }

    /// Runs to the end.
    pub fn run(mut self) -> Found {
        let found = self.explore().unwrap_or_else(|reason| Found::Unknown { reason, goal: self.describe() });
        self.counters.costs.add(Purpose::Goal, &self.smt.statistics());
        self.counters.costs.add(Purpose::Suffix, &self.scratch.statistics());
        found
    }

    /// The subgoals that are expanded, the innermost last; of many, the innermost ones.
    fn describe(&self) -> String {
        const MOST: usize = 12;
        let left_out = self.stack.len().saturating_sub(MOST);
        let start = if left_out > 0 { vec![format!("({left_out} more)")] } else { Vec::new() };
        let shown = self.stack[left_out..].iter().map(|&v| match self.goal.instance(v) {
            Some((pred, level)) => format!("{} within {level} back edges", self.annotation.name(self.terms, pred)),
            None => "the goals".into(),
        });
        start.into_iter().chain(shown).collect::<Vec<_>>().join(" ← ")
    }

    fn explore(&mut self) -> Result<Found, String> {
        self.expand(Goal::ROOT);
        loop {
            let assumptions = self.assumptions();
            self.show_progress();
            let outcome = self.smt.check(self.terms, &assumptions);
            match outcome {
                Outcome::Unknown(reason) => return Err(reason),
                Outcome::Sat => {
                    let found = self.decide()?;
                    if let Some(derivation) = found.map_or_else(|| self.close(), |found| Ok(Some(found)))? {
                        return Ok(Found::Derivation(derivation));
                    }
                    let leaf = self.choose();
                    self.expand(leaf);
                }
                Outcome::Unsat => {
                    if self.stack.len() == 1 {
                        return Ok(Found::Refuted);
                    }
                    let core = self.smt.core().into_iter().collect();
                    if self.reopen(&core) {
                        continue;
                    }
                    self.conflict(&core)?;
                    if self.turn.is_over(self.annotation) {
                        return Ok(Found::Paused);
                    }
                }
            }
        }
    }

    fn show_progress(&self) {
        let progress = self.observer.progress();
        progress.bound.store(self.bound.into(), Relaxed);
        progress.depth.store(self.stack.len() as u64, Relaxed);
        progress.lemmas.store(self.counters.lemmas, Relaxed);
        let calls = self.counters.costs.calls() + self.smt.statistics().calls() + self.annotation.costs().calls();
        progress.calls.store(calls, Relaxed);
    }

    /// Every expansion so far, every decision, and what facts say of the subgoals that they close.
    fn assumptions(&self) -> Vec<TermId> {
        let mut assumptions = Vec::new();
        for &vertex in &self.stack {
            assumptions.push(self.goal.expanded(vertex));
            assumptions.extend_from_slice(self.goal.decision(vertex));
        }
        assumptions.extend(self.goal.closed(&self.stack).map(|(_, literal)| literal));
        assumptions
    }

    fn expand(&mut self, vertex: VertexId) {
        self.counters.resolutions += 1;
        self.observer.note(
            "resolution",
            || json!({"at": self.goal.describe(self.terms, self.annotation, vertex), "depth": self.stack.len()}),
        );
        self.goal.expand(self.terms, self.annotation, &mut self.smt, vertex);
        self.stack.push(vertex);
    }

    /// Decides the last vertex by the model: a rule and (but for the first mark) an implicant of what it says. If no subgoal
    /// is left, the model is a derivation.
    fn decide(&mut self) -> Result<Option<Derivation>, String> {
        let vertex = self.stack[self.stack.len() - 1];
        let earlier: Vec<TermId> = self.stack.iter().flat_map(|&v| self.goal.decision(v)).copied().collect();
        let mut model = self.model_as_before(vertex);
        let body = self.goal.chosen_body(self.terms, self.annotation, &mut model, vertex);
        let body = body.ok_or("Z3's model is incomplete")?;
        let mut decision = vec![body];
        if self.features.decisions {
            let mut implicant = Implicant::with_literals(self.terms, earlier.iter().copied());
            if !implicant.add(self.terms, &mut model, body) {
                return Err("Z3's model does not satisfy the goal".into());
            }
            let known: FxHashSet<TermId> = earlier.into_iter().collect();
            decision = implicant.into_literals().into_iter().filter(|l| !known.contains(l)).collect();
        }
        self.counters.decisions += 1;
        let (terms, literals) = (&*self.terms, &decision);
        self.observer.note("decision", || json!({"vertex": vertex, "literals": shown(terms, literals)}));
        self.goal.set_decision(vertex, decision);
        if (self.features.phases || self.features.preservation)
            && let Some(phase) = self.goal.phase(vertex)
        {
            let pred = self.goal.instance(vertex).map(|(pred, _)| pred);
            self.annotation.phases().remember(pred, self.goal.place(vertex), phase);
        }
        self.note(&mut model, vertex)
    }

    /// A model of the goal, which decides a vertex that is met for the first time as it was decided before, if there is one.
    fn model_as_before(&mut self, vertex: VertexId) -> Model {
        let mut model = self.smt.model();
        if self.goal.was_decided(vertex) {
            return model;
        }
        let Features { phases, preservation, .. } = self.features;
        let pred = self.goal.instance(vertex).map(|(pred, _)| pred);
        let known = self.annotation.phases();
        let here = if preservation { known.of_place(&self.goal.place(vertex)) } else { None };
        let Some(phase) = here.or_else(|| if phases { known.of_pred(pred) } else { None }) else { return model };
        let wanted = phase.renamed(self.terms, &self.goal.names(vertex, phase.which));
        if !wanted.iter().all(|&literal| model.is_true(self.terms, literal) == Some(true)) {
            let mut assumptions = self.assumptions();
            assumptions.extend(wanted);
            if self.smt.check(self.terms, &assumptions) != Outcome::Sat {
                return model;
            }
            model = self.smt.model();
        }
        self.counters.repeated += 1;
        model
    }

    /// Notes the facts that the model derives; the derivation, if it is complete.
    fn note(&mut self, model: &mut Model, from: VertexId) -> Result<Option<Derivation>, String> {
        let is_complete = self.goal.leaves(&self.stack).next().is_none();
        if !is_complete && !self.features.reached {
            return Ok(None);
        }
        match self.goal.note(self.terms, self.annotation.reached(), model, from) {
            Err(NoValue) if is_complete => Err("Z3's model has a value that cannot be written down".into()),
            noted => Ok(noted.unwrap_or_default()),
        }
    }

    /// Closes subgoals by facts that were reached, in the order in which they would be expanded, until one must be expanded.
    fn close(&mut self) -> Result<Option<Derivation>, String> {
        while self.features.reached {
            let leaf = self.choose();
            if self.goal.is_barred(leaf) {
                break;
            }
            let answers = self.answers(leaf);
            if answers.is_empty() {
                break;
            }
            let some = self.terms.or(answers.iter().map(|(_, literal)| *literal).collect::<Vec<_>>());
            let mut assumptions = self.assumptions();
            assumptions.push(some);
            if self.smt.check(self.terms, &assumptions) != Outcome::Sat {
                self.goal.bar(leaf);
                break;
            }
            let mut model = self.smt.model();
            let is_true = |(_, literal): &&(FactId, TermId)| model.is_true(self.terms, *literal) == Some(true);
            let Some(&(fact, literal)) = answers.iter().find(is_true) else { break };
            self.counters.closed += 1;
            self.goal.close(leaf, fact, literal);
            if let Some(derivation) = self.note(&mut model, leaf)? {
                return Ok(Some(derivation));
            }
        }
        Ok(None)
    }

    /// The newest facts of a subgoal's predicate, and what each says of its arguments.
    fn answers(&mut self, leaf: VertexId) -> Vec<(FactId, TermId)> {
        let Some((pred, _)) = self.goal.instance(leaf) else { return Vec::new() };
        let facts: Vec<(FactId, Vec<TermId>)> =
            self.annotation.reached().newest(pred).map(|(id, fact)| (id, fact.args.clone())).collect();
        let args = self.goal.args(leaf);
        let equal = |terms: &mut Terms, values: Vec<TermId>| {
            let equations: Vec<TermId> = args.iter().zip(values).map(|(&arg, value)| terms.eq(arg, value)).collect();
            terms.and(equations)
        };
        facts.into_iter().map(|(id, values)| (id, equal(self.terms, values))).collect()
    }

    /// Opens the subgoals again whose facts take part in a conflict: they are no reason to learn. Says whether there were any.
    fn reopen(&mut self, core: &FxHashSet<TermId>) -> bool {
        let closed: Vec<VertexId> =
            self.goal.closed(&self.stack).filter(|(_, literal)| core.contains(literal)).map(|(v, _)| v).collect();
        closed.iter().for_each(|&vertex| self.goal.bar(vertex));
        !closed.is_empty()
    }

    /// The subgoal to expand next: the one whose expansions were useless least often, the newest first.
    fn choose(&self) -> VertexId {
        let leaves = self.goal.leaves(&self.stack);
        let score = |leaf| if self.features.scores { self.goal.useless(leaf) } else { 0 };
        leaves.min_by_key(|&leaf| (score(leaf), std::cmp::Reverse(leaf))).expect("there is a subgoal")
    }

    /// Learns from a conflict at the last vertex and goes back.
    fn conflict(&mut self, core: &FxHashSet<TermId>) -> Result<(), String> {
        self.counters.conflicts += 1;
        let last = self.pop();
        self.observer.note("conflict", || {
            let place = self.goal.describe(self.terms, self.annotation, last);
            json!({"at": place, "depth": self.stack.len(), "core": core.len()})
        });
        let before = self.counters.back_jumps;
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
            if took_part || !self.features.back_jumps {
                break;
            }
            self.counters.back_jumps += 1;
            self.goal.blame(vertex);
            self.pop();
        }
        let length = self.counters.back_jumps - before;
        if length > 0 {
            self.counters.longest_jump = self.counters.longest_jump.max(length);
            self.observer.note("back-jump", || json!({"length": length}));
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

    fn separator(&mut self) -> Separator<'_, 'p> {
        let Search { terms, annotation, interpolator, features, .. } = self;
        Separator { terms, annotation, interpolator, features: *features }
    }

    /// Adds a lemma. Says whether it is new, and up to which level it holds.
    fn add(&mut self, lemma: Lemma) -> (bool, u32) {
        let top = if self.features.eager { self.bound } else { lemma.level };
        let Some(id) = self.annotation.learn(self.terms, lemma, top) else { return (false, lemma.level) };
        self.counters.lemmas += 1;
        self.strengthen(id);
        (true, self.annotation.lemmas().get(id).level)
    }

    /// Asserts a lemma for every vertex at which it holds.
    fn strengthen(&mut self, id: LemmaId) {
        let lemma = self.annotation.lemmas().get(id);
        self.goal.strengthen(self.terms, self.annotation, &mut self.smt, lemma);
    }
}

/// Formulas as text.
fn shown(terms: &Terms, formulas: &[TermId]) -> Vec<String> {
    formulas.iter().map(|&formula| terms.display(formula)).collect()
}
