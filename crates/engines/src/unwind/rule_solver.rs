//! A solver for the rules of one predicate: what they derive at a level from the lemmas of their premises.

use super::{FOREVER, Lemma, Lemmas, Template};
use alphorn_logic::{
    horn::PredId,
    term::{SortId, Substitution, TermId, Terms, VarId},
};
use alphorn_smt::{Model, Outcome, Smt, Statistics};
use rustc_hash::FxHashMap;

/// Steps for a question whose answer only makes a lemma better.
const BETTER: u32 = 1_000_000;
/// After so many literals in a row that are needed, the others are taken to be.
const MOST_NEEDED: usize = 8;
/// A solver that gathered more assumed formulas than this is made anew: each stays in it, and slows every check.
const MOST_PROXIES: usize = 400;

/// Decides what follows at a level: the rules of one predicate are asserted once, its premises' lemmas under a guard for
/// each level.
pub struct RuleSolver {
    pub(super) template: Template,
    pub(super) smt: Smt,
    /// What solvers that were given up did.
    spent: Statistics,
    /// For each level and drop the guard under which lemmas of exactly that level are asserted.
    guards: FxHashMap<(u32, u32), TermId>,
    /// The premises that are the predicate itself, by alternative and place.
    own: Vec<(usize, usize)>,
}

impl RuleSolver {
    /// A solver for the template of a predicate's rules, or of the goals.
    pub fn new(terms: &mut Terms, pred: Option<PredId>, template: Template, smt: Smt) -> Self {
        let premises = template.alternatives.iter().enumerate();
        let premises = premises.flat_map(|(i, a)| a.premises.iter().enumerate().map(move |(j, p)| (i, j, p)));
        let own = premises.filter(|(_, _, p)| Some(p.pred) == pred).map(|(i, j, _)| (i, j)).collect();
        let (guards, spent) = Default::default();
        let mut solver = RuleSolver { template, smt, spent, guards, own };
        solver.assert_rules(terms);
        solver
    }

    fn assert_rules(&mut self, terms: &mut Terms) {
        let some = terms.or(self.template.alternatives.iter().map(|a| a.chosen));
        self.smt.assert(terms, some);
        for alternative in &self.template.alternatives {
            let rule = terms.implies(alternative.chosen, alternative.constraint);
            self.smt.assert(terms, rule);
        }
    }

    /// The rules.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// The solver's counters.
    pub fn statistics(&self) -> Statistics {
        let mut all = self.spent;
        all.add(&self.smt.statistics());
        all
    }

    /// Does work that is not needed: hard questions stay open.
    pub fn sparingly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.within(BETTER, work)
    }

    /// Does work in which no question has more than so many of Z3's steps.
    pub fn within<T>(&mut self, steps: u32, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.smt.config().rlimit;
        self.smt.limit_steps(Some(before.map_or(steps, |before| before.min(steps))));
        let result = work(self);
        self.smt.limit_steps(before);
        result
    }

    /// Makes the solver anew if it has become slow.
    pub fn renew(&mut self, terms: &mut Terms, lemmas: &Lemmas) {
        if self.smt.proxies() > MOST_PROXIES {
            let smt = self.smt.sibling();
            self.replace(terms, lemmas, smt);
        }
    }

    /// Goes on with another solver, which has no assertions yet.
    pub fn replace(&mut self, terms: &mut Terms, lemmas: &Lemmas, smt: Smt) {
        self.spent.add(&self.smt.statistics());
        self.smt = smt;
        self.guards.clear();
        self.assert_rules(terms);
        for id in lemmas.ids() {
            self.assert(terms, lemmas, lemmas.get(id));
        }
    }

    /// Makes a lemma known for all premises that it is about.
    pub fn assert(&mut self, terms: &mut Terms, lemmas: &Lemmas, lemma: Lemma) {
        for alternative in &self.template.alternatives {
            for premise in alternative.premises.iter().filter(|p| p.pred == lemma.pred) {
                let mut condition = premise.needed;
                if lemma.level != FOREVER {
                    let guard = self.guards.entry((lemma.level, premise.drop));
                    let guard = *guard.or_insert_with(|| terms.fresh("level", SortId::BOOL));
                    condition = terms.and([guard, condition]);
                }
                let fact = instance(terms, lemmas.params(lemma.pred), lemma.clause, &premise.args);
                let clause = terms.implies(condition, fact);
                self.smt.assert(terms, clause);
            }
        }
    }

    /// Adds a condition on the rules for good.
    pub fn restrict(&mut self, terms: &Terms, condition: TermId) {
        self.smt.assert(terms, condition);
    }

    /// The model of a step that was not refuted.
    pub fn model(&mut self) -> Model {
        self.smt.model()
    }

    /// Whether the rules derive at a level nothing that satisfies all literals of `cube`; [`RuleSolver::core`] then has those
    /// that are enough.
    pub fn refute(&mut self, terms: &mut Terms, level: u32, cube: &[TermId]) -> Outcome {
        let mut assumptions = self.assumptions(terms, level);
        assumptions.extend_from_slice(cube);
        self.smt.check(terms, &assumptions)
    }

    /// As [`RuleSolver::refute`], but the premises that are the predicate itself may be taken not to satisfy the cube:
    /// by induction over the levels up to `level`, the predicate does not satisfy it at any of them.
    pub fn refute_inductively(&mut self, terms: &mut Terms, lemmas: &Lemmas, level: u32, cube: &[TermId]) -> Outcome {
        let mut assumptions = self.assumptions(terms, level);
        assumptions.extend_from_slice(cube);
        let cube = terms.and(cube.iter().copied());
        let clause = terms.not(cube);
        for &(i, j) in &self.own {
            let premise = &self.template.alternatives[i].premises[j];
            let fact = instance(terms, lemmas.params(premise.pred), clause, &premise.args);
            assumptions.push(terms.implies(premise.needed, fact));
        }
        self.smt.check(terms, &assumptions)
    }

    /// Drops literals from a refuted cube as long as it is refuted, or, by induction, as long as its negation is inductive
    /// relative to the level below. Ends at the first question that is hard, or where all seem to be needed.
    pub fn shorten(
        &mut self,
        terms: &mut Terms,
        lemmas: &Lemmas,
        level: u32,
        mut cube: Vec<TermId>,
        by_induction: bool,
    ) -> Vec<TermId> {
        let mut i = 0;
        let mut needed_in_a_row = 0;
        while i < cube.len() && needed_in_a_row < MOST_NEEDED {
            let mut shorter = cube.clone();
            shorter.remove(i);
            self.renew(terms, lemmas);
            let outcome = if by_induction {
                self.refute_inductively(terms, lemmas, level, &shorter)
            } else {
                self.refute(terms, level, &shorter)
            };
            match outcome {
                Outcome::Unsat => {
                    let core = self.core(&shorter);
                    i = cube[..i].iter().filter(|l| core.contains(l)).count();
                    cube = core;
                    needed_in_a_row = 0;
                }
                Outcome::Sat => {
                    i += 1;
                    needed_in_a_row += 1;
                }
                Outcome::Unknown(_) => break,
            }
        }
        cube
    }

    /// The values of a term at a level where a cube holds, if there are at most `most` and all are accepted, as the clause
    /// that says so; what of the cube matters comes with it.
    pub fn values(
        &mut self,
        terms: &mut Terms,
        lemmas: &Lemmas,
        level: u32,
        cube: &[TermId],
        (term, most): (TermId, usize),
        is_accepted: impl Fn(&TermId) -> bool,
    ) -> Option<TermId> {
        self.renew(terms, lemmas);
        let mut assumptions = cube.to_vec();
        for _ in 0..=most {
            match self.refute(terms, level, &assumptions) {
                Outcome::Sat => {
                    let value = self.smt.model().value(terms, term).filter(&is_accepted)?;
                    let equal = terms.eq(term, value);
                    assumptions.push(terms.not(equal));
                }
                Outcome::Unsat => {
                    let core = self.core(&assumptions);
                    let cube = terms.and(core);
                    return Some(terms.not(cube));
                }
                Outcome::Unknown(_) => return None,
            }
        }
        None
    }

    /// What of the last refuted cube is enough.
    pub fn core(&mut self, cube: &[TermId]) -> Vec<TermId> {
        let core = self.smt.core();
        cube.iter().copied().filter(|literal| core.contains(literal)).collect()
    }

    /// What makes the rules and lemmas of a level hold.
    pub(super) fn assumptions(&self, terms: &mut Terms, level: u32) -> Vec<TermId> {
        let mut assumptions = Vec::new();
        for (&(lemma_level, drop), &guard) in &self.guards {
            let known = level.checked_sub(drop).is_some_and(|needed| lemma_level >= needed);
            assumptions.push(if known { guard } else { terms.not(guard) });
        }
        for alternative in &self.template.alternatives {
            for premise in alternative.premises.iter().filter(|p| p.drop > level) {
                assumptions.push(terms.not(premise.needed));
            }
        }
        assumptions
    }
}

/// A clause over a predicate's parameters, with arguments in their place.
fn instance(terms: &mut Terms, params: &[VarId], clause: TermId, args: &[TermId]) -> TermId {
    Substitution::of_vars(params.iter().copied().zip(args.iter().copied())).apply(terms, clause)
}
