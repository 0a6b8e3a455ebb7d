//! Lazy abstraction with interpolants (McMillan, CAV 2006) for Horn clauses.
//!
//! The unwinding is the instance graph, from the facts up to *false*: a tree for linear problems; otherwise a vertex is derived
//! from several, and a path to it is the tree of its derivation. Labels start as *true*, and are strengthened by tree
//! interpolants where *false* is reached, or by lazy annotation on the instance graph: then this is how the original Duality
//! converged.

mod search;
mod unwinding;

#[cfg(test)]
mod tests;

use super::{
    Engine, Statistics, confirm,
    store::{Store, Teller},
};
use crate::{
    search::Features,
    unwind::{Application, Images, InstanceId, Learning, Refutation, Target, Unfolder},
};
use alphorn_logic::{
    horn::Problem,
    term::{TermId, Terms},
    witness::{Derivation, Unknown, Verdict},
};
use alphorn_run::{observe::Observer, stop::Stop};
use alphorn_smt::{Outcome, Smt, SmtConfig};
use search::Searcher;
use unwinding::Unwinding;

/// How many recent vertices a vertex is forced to be covered by, before it is expanded.
const FORCED: usize = 3;

/// The engine.
#[derive(Clone, Debug)]
pub struct Lawi {
    /// How labels are strengthened.
    pub refinement: Refinement,
    /// Where parts of labels are left for others if there is no answer.
    pub store: Option<Store>,
}

/// How the labels on the way to a vertex are strengthened.
#[derive(Clone, Debug)]
pub enum Refinement {
    /// By tree interpolants.
    Interpolants(Learning),
    /// By lazy annotation.
    Search {
        /// What the search does.
        features: Features,
        /// Who watches it.
        observer: Observer,
    },
}

impl Engine for Lawi {
    fn name(&self) -> &'static str {
        match self.refinement {
            Refinement::Interpolants { .. } => "lawi",
            Refinement::Search { .. } => "la",
        }
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let mut unwind = Unwind::new(terms, problem, &self.refinement, stop);
        let ended = unwind.run(terms, Teller::new(self.store.as_ref()));
        unwind.count(statistics);
        let verdict = match ended {
            Ok(()) => {
                let solved = Verdict::Solved(unwind.unwinding.solution(terms));
                match confirm::holds(terms, problem, &solved, stop) {
                    true => solved,
                    false => Verdict::Unknown(Unknown::because(
                        "the search is complete, but what it learned could not be shown to hold in every run",
                    )),
                }
            }
            Err(End::Derivation(derivation)) => Verdict::Derivable(derivation),
            Err(End::Unknown(reason)) => Verdict::Unknown(Unknown::because(reason)),
        };
        if let (Verdict::Unknown(_), Some(store)) = (&verdict, &self.store) {
            unwind.suggest(terms, store);
        }
        verdict
    }
}

/// Why there is no solution.
enum End {
    Derivation(Derivation),
    Unknown(String),
}

#[derive(Debug, Default)]
struct Counters {
    refinements: u64,
    forced: u64,
    force_tries: u64,
}

/// What refutes derivations of an instance.
enum Refuter {
    Interpolants(Box<Unfolder>),
    Search(Box<Searcher>),
}

/// The procedure Unwind (Figure 5).
struct Unwind<'p> {
    unwinding: Unwinding<'p>,
    refuter: Refuter,
    images: Images,
    counters: Counters,
    stop: Stop,
}

impl<'p> Unwind<'p> {
    fn new(terms: &mut Terms, problem: &'p Problem, refinement: &Refinement, stop: &Stop) -> Self {
        let smt = Smt::new(SmtConfig::default().suiting(terms, problem.constraints()), stop);
        let unwinding = Unwinding::new(terms, problem, &smt);
        let refuter = match refinement {
            &Refinement::Interpolants(learning) => {
                let unfolder = Unfolder::new(terms, &unwinding.instances, &smt, learning, stop);
                Refuter::Interpolants(unfolder.into())
            }
            Refinement::Search { features, observer } => {
                Refuter::Search(Searcher::new(terms, &unwinding.instances, *features, observer, stop).into())
            }
        };
        let images = Images::new(&unwinding.instances, &smt);
        Unwind { unwinding, refuter, images, counters: Counters::default(), stop: stop.clone() }
    }

    /// What others may look at.
    fn suggest(&self, terms: &Terms, store: &Store) {
        store.suggest(terms, self.unwinding.instances.params(), self.unwinding.common_parts(terms));
    }

    fn run(&mut self, terms: &mut Terms, mut teller: Teller) -> Result<(), End> {
        let mut stack = Vec::new();
        for application in self.unwinding.instances.initial() {
            stack.push(self.unwinding.add(terms, application));
        }
        loop {
            if let Some(cause) = self.stop.cause() {
                return Err(End::Unknown(cause.to_string()));
            }
            let Some(vertex) = stack.pop().or_else(|| self.uncovered_leaf(terms)) else { return Ok(()) };
            self.visit(terms, vertex, &mut stack)?;
            teller.now().into_iter().for_each(|store| self.suggest(terms, &store));
        }
    }

    /// One vertex of the depth-first search; what is to be visited next goes onto the stack.
    fn visit(&mut self, terms: &mut Terms, vertex: InstanceId, stack: &mut Vec<InstanceId>) -> Result<(), End> {
        if self.unwinding.is_covered(vertex) {
            return Ok(());
        }
        if self.unwinding.instances.pred(vertex).is_none() {
            return self.refine(terms, vertex);
        }
        if self.unwinding.close(terms, vertex) || self.force_cover(terms, vertex) {
            return Ok(());
        }
        self.expand(terms, vertex, stack);
        Ok(())
    }

    /// A vertex that is not covered and lacks successors, all of whose ancestors are closed.
    fn uncovered_leaf(&mut self, terms: &mut Terms) -> Option<InstanceId> {
        // Closing covers some vertices and uncovers only younger ones, so this ends.
        while let Some(vertex) = self.unwinding.uncovered().into_iter().find(|&vertex| !self.is_complete(vertex)) {
            let mut ancestors: Vec<InstanceId> = self.unwinding.instances.ancestry(vertex).into_iter().collect();
            ancestors.sort_unstable();
            if !ancestors.into_iter().any(|ancestor| self.unwinding.close(terms, ancestor)) {
                return Some(vertex);
            }
        }
        None
    }

    fn is_complete(&self, vertex: InstanceId) -> bool {
        self.unwinding.is_expanded(vertex) && self.missing(vertex).is_empty()
    }

    /// The successors that a vertex lacks.
    fn missing(&self, vertex: InstanceId) -> Vec<Application> {
        let partner = |other| self.unwinding.is_expanded(other) && !self.unwinding.is_covered(other);
        self.unwinding.instances.applications(vertex, partner)
    }

    /// Expand: all rules that the vertex can be a premise of, with the vertices that are expanded beside it.
    fn expand(&mut self, terms: &mut Terms, vertex: InstanceId, stack: &mut Vec<InstanceId>) {
        let missing = self.missing(vertex);
        self.unwinding.set_expanded(vertex);
        let mut added = Vec::new();
        for application in missing {
            let Unwind { unwinding, images, .. } = self;
            let label = |vertex| unwinding.label(vertex);
            let premises = images.premises(terms, &unwinding.instances, &application, &label);
            match images.check(terms, &unwinding.instances, application.rule, &premises) {
                Outcome::Unsat => unwinding.instances.dismiss(application),
                Outcome::Unknown(_) if self.stop.is_stopped() => break,
                Outcome::Sat | Outcome::Unknown(_) => added.push(unwinding.add(terms, application)),
            }
        }
        // Goals come first among the successors, so they are visited first.
        stack.extend(added.into_iter().rev());
    }

    /// Refine: an instance of *false* gets the label *false*, or there is a derivation.
    fn refine(&mut self, terms: &mut Terms, vertex: InstanceId) -> Result<(), End> {
        self.counters.refinements += 1;
        let top = terms.top();
        match self.exclude(terms, vertex, top, &|_| false) {
            Refutation::Refuted(facts) => {
                self.strengthen(terms, &facts);
                self.unwinding.refuted(terms, vertex);
                Ok(())
            }
            Refutation::Derivation(derivation) => Err(End::Derivation(derivation)),
            Refutation::Unknown(reason) => Err(End::Unknown(reason)),
            Refutation::Open => unreachable!("what has no leaves is refuted or derived"),
        }
    }

    /// ForceCover: strengthens the labels on the way from the nearest common ancestors, so that a recent vertex covers.
    fn force_cover(&mut self, terms: &mut Terms, vertex: InstanceId) -> bool {
        let candidates = self.unwinding.candidates(vertex);
        for other in candidates.into_iter().rev().take(FORCED) {
            self.counters.force_tries += 1;
            let above = self.unwinding.instances.ancestry(other);
            let property = terms.not(self.unwinding.label(other));
            let excluded = self.exclude(terms, vertex, property, &|instance| above.contains(&instance));
            if let Refutation::Refuted(facts) = excluded {
                self.strengthen(terms, &facts);
                if self.unwinding.close(terms, vertex) {
                    self.counters.forced += 1;
                    return true;
                }
            }
        }
        false
    }

    /// Facts that exclude a property of a vertex.
    fn exclude(
        &mut self,
        terms: &mut Terms,
        instance: InstanceId,
        property: TermId,
        is_leaf: &dyn Fn(InstanceId) -> bool,
    ) -> Refutation {
        let Unwind { unwinding, refuter, .. } = self;
        let label = |vertex| unwinding.label(vertex);
        let target = Target { instance, property, label: &label, is_leaf };
        match refuter {
            Refuter::Interpolants(unfolder) => unfolder.refute(terms, &unwinding.instances, &target),
            Refuter::Search(searcher) => searcher.refute(terms, &unwinding.instances, &target),
        }
    }

    /// Strengthens labels, and closes what is stronger now.
    fn strengthen(&mut self, terms: &mut Terms, facts: &[(InstanceId, TermId)]) {
        for vertex in self.unwinding.strengthen(terms, facts) {
            self.unwinding.close(terms, vertex);
        }
    }

    fn count(&self, statistics: &mut Statistics) {
        let vertices = &self.unwinding.instances;
        let covers = vertices.ids().filter(|&v| self.unwinding.coverer(v).is_some()).count();
        statistics.set("lawi-vertices", vertices.len() as u64);
        statistics.set("lawi-covers", covers as u64);
        statistics.set("lawi-refinements", self.counters.refinements);
        statistics.set("lawi-force-tries", self.counters.force_tries);
        statistics.set("lawi-forced-covers", self.counters.forced);
        self.unwinding.entailment.statistics().record(statistics);
        self.images.statistics().record(statistics);
        match &self.refuter {
            Refuter::Interpolants(unfolder) => {
                unfolder.language().into_iter().for_each(|level| statistics.set("lawi-language", level.into()));
                unfolder.statistics().record(statistics);
                unfolder.interpolation().record(statistics);
            }
            Refuter::Search(searcher) => {
                searcher.counters().record(statistics);
                searcher.interpolation().record(statistics);
            }
        }
    }
}
