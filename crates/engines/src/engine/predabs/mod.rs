//! Predicate abstraction with abstractions from proofs (Henzinger, Jhala, Majumdar and McMillan, POPL 2004) for Horn clauses.
//!
//! Each predicate of the problem has its own atoms over its own arguments. They come from tree interpolants of an infeasible
//! derivation, whose cut at a node is its subtree: for a procedure call this is the paper's cut at the call's scope.

mod abstraction;

#[cfg(test)]
mod tests;

pub use abstraction::Abstraction;

use super::{
    Engine, Statistics,
    store::{Store, Teller},
};
use crate::unwind::{Application, Images, InstanceId, Instances, Learning, Refutation, Target, Unfolder};
use abstraction::{Abstract, Atoms};
use alphorn_logic::{
    horn::{PredId, Problem},
    term::{Op, TermId, Terms},
    witness::{Derivation, Unknown, Verdict},
};
use alphorn_run::stop::Stop;
use alphorn_smt::{Smt, SmtConfig};
use log::{debug, info};
use std::collections::VecDeque;

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct PredicateAbstraction {
    /// Which combinations of atoms the abstraction has.
    pub abstraction: Abstraction,
    /// How atoms are found.
    pub learning: Learning,
    /// Where atoms are left for others if there is no answer.
    pub store: Option<Store>,
}

impl Engine for PredicateAbstraction {
    fn name(&self) -> &'static str {
        "predabs"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let mut refinement = Refinement::new(terms, problem, self, stop);
        let verdict = refinement.run(terms, stop);
        refinement.count(terms, statistics);
        if let (Verdict::Unknown(_), Some(store)) = (&verdict, &self.store) {
            refinement.suggest(terms, store);
        }
        verdict
    }
}

/// How it ends.
enum End {
    /// *False* is not reached.
    Unreached,
    Derivation(Derivation),
    Unknown(String),
}

/// Abstract reachability, and its refinement as long as *false* is reached.
struct Refinement<'p> {
    instances: Instances<'p>,
    /// The abstract state of each instance.
    labels: Vec<TermId>,
    /// Those to be visited.
    queue: VecDeque<InstanceId>,
    /// How many were visited; nothing before the start.
    done: Option<usize>,
    atoms: Atoms,
    abstraction: Abstraction,
    image: Abstract,
    unfolder: Unfolder,
    teller: Teller,
    rounds: u64,
    states: u64,
}

impl<'p> Refinement<'p> {
    /// No predicate has atoms yet.
    fn new(terms: &mut Terms, problem: &'p Problem, engine: &PredicateAbstraction, stop: &Stop) -> Self {
        let PredicateAbstraction { abstraction, learning, .. } = *engine;
        let smt = Smt::new(SmtConfig::default().suiting(terms, problem.constraints()), stop);
        let instances = Instances::new(terms, problem);
        Refinement {
            labels: Vec::new(),
            queue: VecDeque::new(),
            done: None,
            atoms: vec![Default::default(); problem.predicates.len()],
            abstraction,
            image: Abstract::new(abstraction, Images::new(&instances, &smt)),
            unfolder: Unfolder::new(terms, &instances, &smt, learning, stop),
            instances,
            teller: Teller::new(engine.store.as_ref()),
            rounds: 0,
            states: 0,
        }
    }

    /// Goes on until it ends.
    fn run(&mut self, terms: &mut Terms, stop: &Stop) -> Verdict {
        loop {
            match self.step(terms, stop) {
                Ok(()) => {}
                Err(End::Derivation(derivation)) => return Verdict::Derivable(derivation),
                Err(End::Unknown(reason)) => return Verdict::Unknown(Unknown::because(reason)),
                Err(End::Unreached) => {
                    let facts = self.reached(terms);
                    let solution = self.instances.params().solution(terms, self.instances.problem(), &facts);
                    return Verdict::Solved(solution);
                }
            }
        }
    }

    /// Visits an abstract state. If *false* is reached the abstraction is refined, and all begins anew.
    fn step(&mut self, terms: &mut Terms, stop: &Stop) -> Result<(), End> {
        if let Some(cause) = stop.cause() {
            return Err(End::Unknown(cause.to_string()));
        }
        let applications = match self.done {
            None => {
                self.instances.clear();
                self.labels.clear();
                self.queue.clear();
                self.done = Some(0);
                self.instances.initial()
            }
            Some(done) => {
                let state = self.queue.pop_front().ok_or(End::Unreached)?;
                self.done = Some(state.index() + 1);
                // Instances are visited in the order of their numbers.
                self.instances.applications(state, |other| other.index() < done)
            }
        };
        for application in applications {
            if let Some(goal) = self.apply(terms, application)? {
                self.rounds += 1;
                self.done = None;
                return self.refine(terms, goal);
            }
        }
        Ok(())
    }

    /// The abstract states that an application leads to; those that are new are to be visited.
    fn apply(&mut self, terms: &mut Terms, application: Application) -> Result<Option<InstanceId>, End> {
        let Refinement { image, instances, labels, atoms, .. } = self;
        let label = |instance: InstanceId| labels[instance.index()];
        let states = image.image(terms, instances, &application, &label, atoms).map_err(End::Unknown)?;
        let head = instances.problem().rule(application.rule).head.as_ref().map(|head| head.pred);
        for state in states {
            if head.is_some_and(|pred| self.is_covered(terms, pred, state)) {
                continue;
            }
            let instance = self.instances.add(application.clone());
            self.labels.push(state);
            self.states += 1;
            if head.is_none() {
                return Ok(Some(instance));
            }
            self.queue.push_back(instance);
        }
        self.instances.dismiss(application);
        Ok(None)
    }

    /// Whether a state of the predicate has no literal that this one does not have.
    fn is_covered(&self, terms: &Terms, pred: PredId, state: TermId) -> bool {
        let literals = terms.conjuncts(state);
        self.instances.of(pred).iter().any(|other| {
            let other = self.labels[other.index()];
            other == state || terms.conjuncts(other).iter().all(|literal| literals.contains(literal))
        })
    }

    /// Takes atoms from the refutation of an abstract derivation.
    fn refine(&mut self, terms: &mut Terms, goal: InstanceId) -> Result<(), End> {
        let Refinement { instances, labels, unfolder, .. } = self;
        let label = |instance: InstanceId| labels[instance.index()];
        let property = terms.top();
        let target = Target { instance: goal, property, label: &label, is_leaf: &|_| false };
        let facts = match unfolder.refute(terms, instances, &target) {
            Refutation::Refuted(facts) => facts,
            Refutation::Derivation(derivation) => return Err(End::Derivation(derivation)),
            Refutation::Unknown(reason) => return Err(End::Unknown(reason)),
            Refutation::Open => unreachable!("what has no leaves is refuted or derived"),
        };
        let mut grown = false;
        for (instance, fact) in facts {
            let Some(pred) = instances.pred(instance) else { continue };
            for atom in self.abstraction.atoms(terms, fact) {
                if *terms.op(atom) != Op::False && self.atoms[pred.index()].insert(atom) {
                    debug!("{} gets the atom {}", instances.problem().name(terms, pred), terms.display(atom));
                    grown = true;
                }
            }
        }
        let (rounds, states) = (self.rounds, instances.len());
        info!("{rounds} refinements: {} atoms, {states} states", self.atoms.iter().map(|a| a.len()).sum::<usize>());
        if let Some(store) = self.teller.now() {
            self.suggest(terms, &store);
        }
        if grown { Ok(()) } else { Err(End::Unknown("a refutation has no new atoms".into())) }
    }

    /// What others may look at.
    fn suggest(&self, terms: &Terms, store: &Store) {
        let atoms = self.instances.problem().pred_ids().zip(&self.atoms);
        let atoms = atoms.flat_map(|(pred, atoms)| atoms.iter().map(move |&atom| (pred, atom)));
        store.suggest(terms, self.instances.params(), atoms);
    }

    /// For each predicate the disjunction of its abstract states.
    fn reached(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut facts = Vec::new();
        for pred in self.instances.problem().pred_ids() {
            let states = self.instances.of(pred).iter().map(|state| self.labels[state.index()]);
            facts.push(terms.or(states));
        }
        facts
    }

    /// Adds what it did.
    fn count(&self, terms: &Terms, statistics: &mut Statistics) {
        let problem = self.instances.problem();
        let counts: Vec<u64> = self.atoms.iter().map(|atoms| atoms.len() as u64).collect();
        statistics.set("predabs-refinements", self.rounds);
        statistics.set("predabs-states", self.states);
        statistics.set("predabs-final-states", self.instances.len() as u64);
        statistics.set("predabs-atoms", counts.iter().sum());
        statistics.set("predabs-most-atoms", counts.iter().copied().max().unwrap_or(0));
        for (pred, &count) in problem.pred_ids().zip(&counts).filter(|(_, count)| **count > 0) {
            statistics.set(&format!("predabs-atoms-of-{}", problem.name(terms, pred)), count);
        }
        self.unfolder.language().into_iter().for_each(|level| statistics.set("predabs-language", level.into()));
        self.image.images().statistics().record(statistics);
        self.unfolder.statistics().record(statistics);
        self.unfolder.interpolation().record(statistics);
    }
}
