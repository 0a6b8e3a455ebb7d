//! The annotation: for each location and edge, conditions under which no goal can be reached any more.

use super::graph::{Graph, Location};
use crate::unwind::FOREVER;
use alphorn_logic::{
    horn::PredId,
    term::{Substitution, TermId, Terms},
    witness::Solution,
};
use alphorn_smt::{Outcome, Smt};

/// So many of the latest labels are compared with a new one.
const MOST_COMPARED: usize = 8;

/// A condition on the parameters of a location (or of the location that an edge leaves).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// The condition.
    pub formula: TermId,
    /// It blocks what has at most so much τ left; [`FOREVER`] blocks without a bound.
    pub level: u32,
}

/// Labels of locations and edges. What several labels of one place say is their disjunction.
#[derive(Clone)]
pub struct Labels {
    locations: Vec<Vec<Label>>,
    edges: Vec<Vec<Label>>,
}

impl Labels {
    /// No labels: nothing is blocked.
    pub fn new(graph: &Graph) -> Self {
        Labels {
            locations: vec![Vec::new(); graph.problem().predicates.len()],
            edges: vec![Vec::new(); graph.edges().len()],
        }
    }

    /// The labels of a location.
    pub fn of(&self, at: PredId) -> &[Label] {
        &self.locations[at.index()]
    }

    /// The labels of an edge that hold at a level, the latest first.
    pub fn of_edge(&self, edge: usize, level: u32) -> impl Iterator<Item = Label> {
        self.edges[edge].iter().rev().copied().filter(move |label| label.level >= level)
    }

    /// Adds a label to an edge.
    pub fn add_to_edge(&mut self, edge: usize, label: Label) {
        self.edges[edge].push(label);
    }

    /// Adds a label to a location, and drops those that are subsumed by it.
    pub fn add(&mut self, terms: &mut Terms, smt: &mut Smt, at: PredId, label: Label) {
        let not = terms.not(label.formula);
        let labels = &mut self.locations[at.index()];
        let old = labels.len().saturating_sub(MOST_COMPARED);
        let mut latest = labels.split_off(old);
        latest.retain(|other| {
            let subsumed = other.level <= label.level
                && (other.formula == label.formula || is_refuted(terms, smt, &[other.formula, not]));
            !subsumed
        });
        labels.append(&mut latest);
        labels.push(label);
    }

    /// What must hold of a location's parameters for it not to be blocked at a level.
    pub fn open(&self, terms: &mut Terms, at: PredId, level: u32) -> TermId {
        let negated: Vec<TermId> =
            self.of(at).iter().filter(|label| label.level >= level).map(|label| terms.not(label.formula)).collect();
        terms.and(negated)
    }

    /// What of an edge is not blocked where it arrives, with `tau` left before it.
    pub fn step(&self, terms: &mut Terms, graph: &Graph, edge: usize, tau: u32) -> TermId {
        let edge = graph.edge(edge);
        let Some(to) = edge.to else { return edge.constraint };
        let level = if tau == FOREVER { FOREVER } else { tau.saturating_sub(edge.drop) };
        let open = self.open(terms, to, level);
        let open = graph.instantiate(terms, Some(to), open, &edge.args);
        terms.and([edge.constraint, open])
    }

    /// Labels of a location that are known to block without a bound.
    pub fn raise(&mut self, at: PredId, formula: TermId) {
        let labels = self.locations[at.index()].iter_mut();
        labels.filter(|label| label.formula == formula).for_each(|label| label.level = FOREVER);
    }

    /// The labels that block without a bound as a solution: where they hold at the start, they hold for ever.
    pub fn solution(&self, terms: &mut Terms, graph: &Graph) -> Solution {
        let mut solution = Solution::top(terms, graph.problem());
        for (pred, definition) in graph.problem().pred_ids().zip(&mut solution.definitions) {
            let labels = self.of(pred).iter().filter(|label| label.level == FOREVER).map(|label| label.formula);
            let body = terms.or(labels.collect::<Vec<_>>());
            let args: Vec<TermId> = definition.params.iter().map(|&p| terms.var_term(p)).collect();
            let params = graph.params(Location::Some(pred)).iter().copied();
            definition.body = Substitution::of_vars(params.zip(args)).apply(terms, body);
        }
        solution
    }
}

/// Whether some formulas are known to contradict each other.
pub fn is_refuted(terms: &Terms, smt: &mut Smt, formulas: &[TermId]) -> bool {
    smt.push();
    formulas.iter().for_each(|&formula| smt.assert(terms, formula));
    let outcome = smt.check(terms, &[]);
    smt.pop();
    outcome == Outcome::Unsat
}
