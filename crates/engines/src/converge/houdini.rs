//! Houdini: the greatest inductive subset of a set of candidates (Flanagan and Leino, FME 2001). Over the lemmas of all
//! levels this is the Strengthen of *Lazy Annotation for Program Testing and Verification* (CAV 2010).

use super::Budget;
use crate::{
    search::Annotation,
    unwind::{FOREVER, RuleSolver},
};
use alphorn_logic::{
    horn::PredId,
    term::{SortId, TermId, Terms},
};
use alphorn_smt::{Outcome, SmtConfig, Statistics};
use log::trace;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A clause over the parameters of a predicate that may hold for ever.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    /// The predicate.
    pub pred: PredId,
    /// The clause.
    pub clause: TermId,
}

/// The candidates that are inductive together with what is known to hold for ever (the lemmas that do, and `known`), and what
/// it cost to find them. Each component of the predicate graph is settled before those that use it; one that the budget does
/// not reach has none.
pub fn houdini(
    terms: &mut Terms,
    annotation: &Annotation,
    known: &[Candidate],
    candidates: &[Candidate],
    limits: SmtConfig,
    budget: &mut Budget,
) -> (Vec<Candidate>, Statistics) {
    let mut settled: Vec<Candidate> = known.to_vec();
    let mut statistics = Statistics::default();
    for component in annotation.problem().components() {
        let own: Vec<Candidate> = candidates.iter().filter(|c| component.contains(&c.pred)).copied().collect();
        if own.is_empty() {
            continue;
        }
        let mut round = Round::new(terms, annotation, &own, &settled, limits);
        let is_settled = round.run(terms, budget);
        round.solvers.iter().for_each(|(_, solver)| statistics.add(&solver.statistics()));
        if !is_settled {
            break;
        }
        settled.extend(own.iter().zip(&round.live).filter(|(_, live)| **live).map(|(candidate, _)| *candidate));
    }
    (settled.split_off(known.len()), statistics)
}

/// The candidates of one component.
struct Round<'a> {
    candidates: &'a [Candidate],
    live: Vec<bool>,
    /// For each candidate a literal that makes it known of all premises.
    assumed: Vec<TermId>,
    /// For each candidate a literal that says that the head violates it.
    violated: Vec<TermId>,
    /// For each predicate that has candidates, its rules.
    solvers: Vec<(PredId, RuleSolver)>,
}

impl<'a> Round<'a> {
    fn new(
        terms: &mut Terms,
        annotation: &Annotation,
        candidates: &'a [Candidate],
        known: &[Candidate],
        limits: SmtConfig,
    ) -> Self {
        let mut literals =
            |name: &str| candidates.iter().map(|_| terms.fresh(name, SortId::BOOL)).collect::<Vec<TermId>>();
        let (assumed, violated) = (literals("assumed"), literals("violated"));
        let mut round =
            Round { candidates, live: vec![true; candidates.len()], assumed, violated, solvers: Vec::new() };
        let preds: FxHashSet<PredId> = candidates.iter().map(|c| c.pred).collect();
        for pred in preds {
            let mut solver = annotation.rule_solver(terms, pred, limits);
            round.prepare(terms, annotation, known, pred, &mut solver);
            round.solvers.push((pred, solver));
        }
        round.solvers.sort_unstable_by_key(|(pred, _)| *pred);
        round
    }

    /// Tells the rules of a predicate what is proved of their premises, what may be assumed of them, and that some
    /// candidate of the head is violated.
    fn prepare(
        &self,
        terms: &mut Terms,
        annotation: &Annotation,
        known: &[Candidate],
        pred: PredId,
        solver: &mut RuleSolver,
    ) {
        let premises: Vec<_> = solver.template().premises().cloned().collect();
        for premise in &premises {
            for fact in known.iter().filter(|fact| fact.pred == premise.pred) {
                let fact = premise.instantiate(terms, annotation.lemmas(), fact.clause);
                let fact = terms.implies(premise.needed, fact);
                solver.restrict(terms, fact);
            }
            for (candidate, &assumed) in self.candidates.iter().zip(&self.assumed) {
                if candidate.pred == premise.pred {
                    let fact = premise.instantiate(terms, annotation.lemmas(), candidate.clause);
                    let condition = terms.and([assumed, premise.needed]);
                    let fact = terms.implies(condition, fact);
                    solver.restrict(terms, fact);
                }
            }
        }
        let own: Vec<usize> = self.of(pred).collect();
        for &at in &own {
            let negation = terms.not(self.candidates[at].clause);
            let violation = terms.implies(self.violated[at], negation);
            solver.restrict(terms, violation);
        }
        let some = terms.or(own.iter().map(|&at| self.violated[at]));
        solver.restrict(terms, some);
    }

    /// The positions of the live candidates of a predicate.
    fn of(&self, pred: PredId) -> impl Iterator<Item = usize> {
        (0..self.candidates.len()).filter(move |&at| self.live[at] && self.candidates[at].pred == pred)
    }

    /// Drops candidates until the rest is inductive; false if the budget ends before.
    fn run(&mut self, terms: &mut Terms, budget: &mut Budget) -> bool {
        let mut queue: VecDeque<usize> = (0..self.solvers.len()).collect();
        while let Some(at) = queue.pop_front() {
            let pred = self.solvers[at].0;
            let before = self.of(pred).count();
            while self.of(pred).next().is_some() {
                if !budget.take() {
                    return false;
                }
                let dropped = self.violations(terms, at);
                if dropped.is_empty() {
                    break;
                }
                trace!("{} of {} candidates are not inductive", dropped.len(), self.of(pred).count());
                dropped.into_iter().for_each(|candidate| self.drop(terms, candidate));
            }
            if self.of(pred).count() < before {
                let uses = |at: &usize| self.solvers[*at].1.template().premises().any(|p| p.pred == pred);
                let stale: Vec<usize> = (0..self.solvers.len()).filter(uses).filter(|at| !queue.contains(at)).collect();
                queue.extend(stale);
            }
        }
        true
    }

    /// The candidates that the rules of one predicate violate in some step; all of its own where that is not known.
    fn violations(&mut self, terms: &mut Terms, at: usize) -> Vec<usize> {
        let own: Vec<usize> = self.of(self.solvers[at].0).collect();
        let assumed = self.live.iter().zip(&self.assumed).filter(|(live, _)| **live).map(|(_, assumed)| *assumed);
        let assumed: Vec<TermId> = assumed.collect();
        let solver = &mut self.solvers[at].1;
        match solver.refute(terms, FOREVER, &assumed) {
            Outcome::Unsat => Vec::new(),
            Outcome::Unknown(_) => own,
            Outcome::Sat => {
                let mut model = solver.model();
                let mut holds = |at: usize| model.is_true(terms, self.candidates[at].clause) == Some(true);
                let violated: Vec<usize> = own.iter().copied().filter(|&at| !holds(at)).collect();
                if violated.is_empty() { own } else { violated }
            }
        }
    }

    fn drop(&mut self, terms: &mut Terms, candidate: usize) {
        self.live[candidate] = false;
        let never = [self.assumed[candidate], self.violated[candidate]].map(|literal| terms.not(literal));
        for (_, solver) in &mut self.solvers {
            never.iter().for_each(|literal| solver.restrict(terms, *literal));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::converge::Caps;
    use alphorn_logic::horn::testing::problem;
    use alphorn_run::stop::Stop;
    use std::time::Duration;

    /// `p` counts up from 0 in steps of 2 and swaps; `q` gets what `p` leaves.
    const SCRIPT: &str = "
        (declare-fun p (Int Int) Bool) (declare-fun q (Int) Bool)
        (assert (p 0 0))
        (assert (forall ((x Int) (y Int)) (=> (p x y) (p y (+ x 2)))))
        (assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 10)) (q x))))
        (assert (forall ((x Int)) (=> (and (q x) (> x 11)) (q (- x 1)))))
        (assert (forall ((x Int)) (=> (and (q x) (< x 0)) false)))";

    /// Which of `column ≥ bound` are kept, for a predicate by number.
    fn kept(candidates: &[(u32, usize, i64)], calls: u64) -> Vec<(u32, usize, i64)> {
        let (mut terms, problem) = problem(SCRIPT);
        let annotation = Annotation::new(&mut terms, &problem, &Stop::new());
        let mut clause = |&(pred, column, bound): &(u32, usize, i64)| {
            let pred = PredId(pred);
            let column = terms.var_term(annotation.lemmas().params(pred)[column]);
            let bound = terms.int(bound);
            Candidate { pred, clause: terms.le(bound, column) }
        };
        let all: Vec<Candidate> = candidates.iter().map(&mut clause).collect();
        let caps = Caps { calls, steps: u32::MAX, time: Duration::from_secs(60) };
        let mut budget = Budget::new(caps, annotation.solver(), &Stop::new());
        let (found, _) = houdini(&mut terms, &annotation, &[], &all, SmtConfig::default(), &mut budget);
        let is_found = |(_, candidate): &(&(u32, usize, i64), &Candidate)| found.contains(candidate);
        candidates.iter().zip(&all).filter(is_found).map(|(candidate, _)| *candidate).collect()
    }

    #[test]
    fn the_greatest_inductive_subset_is_kept() {
        // The bounds of the two columns of p only hold together; a bound by 1 does not hold, one by -3 needs its twin.
        let all = [(0, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -3), (1, 0, 11), (1, 0, 12)];
        assert_eq!(kept(&all, 100), [(0, 0, 0), (0, 1, 0), (0, 0, -3), (1, 0, 11)]);
        assert_eq!(kept(&[(0, 0, 0)], 100), []);
    }

    #[test]
    fn a_component_that_the_calls_do_not_settle_has_none() {
        let all = [(0, 0, 0), (0, 1, 0), (1, 0, 11), (1, 0, 12)];
        assert_eq!(kept(&all, 1), [(0, 0, 0), (0, 1, 0)]);
        assert_eq!(kept(&all, 0), []);
    }
}
