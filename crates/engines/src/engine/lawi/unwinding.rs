//! The labelled unwinding of *Lazy Abstraction with Interpolants* (Definitions 1 to 3) on the instance graph: a vertex is an
//! instance, its ancestors are what it is derived from.

use crate::{
    engine::entailment::Entailment,
    unwind::{Application, InstanceId, Instances},
};
use alphorn_logic::{
    horn::{PredId, Problem},
    term::{TermId, Terms},
    witness::Solution,
};
use alphorn_smt::Smt;
use indexmap::IndexMap;

/// Instances with labels and the covering relation. The order of the instances is the total order of the covering relation:
/// only older ones cover.
pub struct Unwinding<'p> {
    /// The vertices.
    pub instances: Instances<'p>,
    /// Whether one label entails another.
    pub entailment: Entailment,
    /// What is known of each vertex, over its predicate's parameters.
    labels: Vec<TermId>,
    coverer: Vec<Option<InstanceId>>,
    /// Whether the label is *false*.
    dead: Vec<bool>,
    expanded: Vec<bool>,
    /// Covered, itself or through an ancestor, or labelled *false*.
    covered: Vec<bool>,
}

impl<'p> Unwinding<'p> {
    /// No vertices.
    pub fn new(terms: &mut Terms, problem: &'p Problem, smt: &Smt) -> Self {
        let (instances, entailment) = (Instances::new(terms, problem), Entailment::new(smt));
        let (labels, coverer, dead, expanded, covered) = Default::default();
        Unwinding { instances, entailment, labels, coverer, dead, expanded, covered }
    }

    /// A new vertex, labelled *true*.
    pub fn add(&mut self, terms: &mut Terms, application: Application) -> InstanceId {
        let covered = application.premises.iter().flatten().any(|&premise| self.is_covered(premise));
        self.labels.push(terms.top());
        self.coverer.push(None);
        self.dead.push(false);
        self.expanded.push(false);
        self.covered.push(covered);
        self.instances.add(application)
    }

    /// The label of a vertex.
    pub fn label(&self, vertex: InstanceId) -> TermId {
        self.labels[vertex.index()]
    }

    /// Whether a vertex or an ancestor of it is covered, or nothing can be there.
    pub fn is_covered(&self, vertex: InstanceId) -> bool {
        self.covered[vertex.index()]
    }

    /// The vertex that covers this one by itself.
    pub fn coverer(&self, vertex: InstanceId) -> Option<InstanceId> {
        self.coverer[vertex.index()]
    }

    /// Whether the vertex has its successors.
    pub fn is_expanded(&self, vertex: InstanceId) -> bool {
        self.expanded[vertex.index()]
    }

    /// Notes that a vertex has its successors.
    pub fn set_expanded(&mut self, vertex: InstanceId) {
        self.expanded[vertex.index()] = true;
    }

    /// The older vertices of the same predicate that may cover, oldest first.
    pub fn candidates(&self, vertex: InstanceId) -> Vec<InstanceId> {
        let Some(pred) = self.instances.pred(vertex) else { return Vec::new() };
        let older = self.instances.of(pred).iter().copied().take_while(|&other| other < vertex);
        older.filter(|&other| !self.is_covered(other)).collect()
    }

    /// Close: covers a vertex by an older one if that is possible. Whether it is covered now.
    pub fn close(&mut self, terms: &mut Terms, vertex: InstanceId) -> bool {
        if !self.is_covered(vertex) {
            let found = self.candidates(vertex).into_iter().find(|&other| self.entails(terms, vertex, other));
            found.into_iter().for_each(|other| self.cover(vertex, other));
        }
        self.is_covered(vertex)
    }

    fn entails(&mut self, terms: &mut Terms, vertex: InstanceId, other: InstanceId) -> bool {
        let (label, other) = (self.label(vertex), self.label(other));
        self.entailment.entails(terms, label, other)
    }

    /// Cover: the label of the vertex entails the other's, which is older and not covered.
    fn cover(&mut self, vertex: InstanceId, other: InstanceId) {
        debug_assert!(other < vertex && !self.is_covered(other));
        log::debug!("{vertex:?} is covered by {other:?}");
        self.coverer[vertex.index()] = Some(other);
        self.spread();
        // What is below a covered vertex covers nothing.
        for index in 0..self.coverer.len() {
            if self.coverer[index].is_some_and(|other| self.is_covered(other)) {
                self.coverer[index] = None;
            }
        }
        self.spread();
    }

    /// Conjoins facts to labels; the vertices that are stronger now, oldest first. They cover nothing any more.
    pub fn strengthen(&mut self, terms: &mut Terms, facts: &[(InstanceId, TermId)]) -> Vec<InstanceId> {
        let mut stronger = Vec::new();
        for &(vertex, fact) in facts {
            for fact in terms.conjuncts(fact) {
                let label = self.label(vertex);
                if !self.entailment.entails(terms, label, fact) {
                    self.labels[vertex.index()] = terms.and([label, fact]);
                    stronger.push(vertex);
                }
            }
        }
        stronger.sort_unstable();
        stronger.dedup();
        for coverer in &mut self.coverer {
            coverer.take_if(|other| stronger.binary_search(other).is_ok());
        }
        let bottom = terms.bottom();
        for &vertex in &stronger {
            // A contradictory label is best written as what it is.
            let label = self.label(vertex);
            if self.entailment.entails(terms, label, bottom) {
                self.labels[vertex.index()] = bottom;
                self.dead[vertex.index()] = true;
            }
            log::debug!("{vertex:?} gets the label {}", terms.display(self.label(vertex)));
        }
        self.spread();
        stronger
    }

    /// Labels a vertex *false*.
    pub fn refuted(&mut self, terms: &mut Terms, vertex: InstanceId) {
        self.labels[vertex.index()] = terms.bottom();
        self.dead[vertex.index()] = true;
        self.spread();
    }

    /// Finds out anew which vertices are covered.
    fn spread(&mut self) {
        for vertex in self.instances.ids() {
            let mut ancestors = self.instances.get(vertex).premises.iter().flatten();
            let itself = self.coverer(vertex).is_some() || self.dead[vertex.index()];
            let covered = itself || ancestors.any(|&premise| self.is_covered(premise));
            self.covered[vertex.index()] = covered;
        }
    }

    /// The vertices that are not covered.
    pub fn uncovered(&self) -> Vec<InstanceId> {
        self.instances.ids().filter(|&vertex| !self.is_covered(vertex)).collect()
    }

    /// The conjuncts of the labels of each predicate's vertices, those of most vertices first: what holds of many may hold of
    /// all.
    pub fn common_parts(&self, terms: &Terms) -> Vec<(PredId, TermId)> {
        let mut parts: IndexMap<(PredId, TermId), usize> = IndexMap::new();
        for vertex in self.instances.ids().filter(|vertex| !self.dead[vertex.index()]) {
            let Some(pred) = self.instances.pred(vertex) else { continue };
            for part in terms.conjuncts(self.label(vertex)) {
                *parts.entry((pred, part)).or_default() += 1;
            }
        }
        parts.sort_by(|_, one, _, other| other.cmp(one));
        parts.into_keys().collect()
    }

    /// For each predicate the disjunction of the labels of its uncovered vertices: a solution once nothing is left to do
    /// (Theorem 1).
    pub fn solution(&self, terms: &mut Terms) -> Solution {
        let mut facts = Vec::new();
        for pred in self.instances.problem().pred_ids() {
            let labels = self.instances.of(pred).iter().filter(|&&vertex| !self.is_covered(vertex));
            facts.push(terms.or(labels.map(|&vertex| self.label(vertex))));
        }
        self.instances.params().solution(terms, self.instances.problem(), &facts)
    }
}
