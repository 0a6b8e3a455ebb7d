//! From an equality that closes a conflict to the facts that the two sides owe each other.
//!
//! The way between two terms becomes *steps*, each in the language of one side. A congruence between terms of
//! different sides is cut at shared arguments. Neighbouring steps of one side are a *factor*: a fact of that side, between
//! shared terms, which rests on factors of the other side below it. What the first side owes is collected as lemmas
//! "these facts of the second side imply this fact of the first", and the conjunction of all lemmas is the interpolant.
//! (After Fuchs, Goel, Grundy, Krstić and Tinelli, Ground interpolation for the theory of equality.)

use super::{
    closure::{Apart, Closure, Disequality, Node, Reason},
    vocabulary::{Languages, Owner},
};
use alphorn_logic::term::{TermId, Terms};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::{collections::BTreeSet, rc::Rc};

/// What a conclusion of one side rests on.
#[derive(Clone, Default)]
struct Facts {
    /// Facts of the other side.
    premises: IndexSet<TermId, FxBuildHasher>,
    /// Lemmas of the first side by which these follow.
    lemmas: IndexSet<TermId, FxBuildHasher>,
}

/// An equality in the language of one side.
#[derive(Clone)]
struct Step {
    from: TermId,
    to: TermId,
    side: Owner,
    facts: Rc<Facts>,
}

/// Explains equalities of a closure.
pub struct Explainer<'a> {
    closure: &'a Closure,
    languages: &'a Languages,
    conflict: Disequality,
    /// The side that says that the terms of the conflict differ.
    side: Owner,
    /// The steps of edges, from the first end to the second.
    steps: FxHashMap<usize, Vec<Step>>,
}

impl<'a> Explainer<'a> {
    /// For a conflict: two terms that are equal though they differ.
    pub fn new(closure: &'a Closure, languages: &'a Languages, conflict: Disequality) -> Self {
        let side = if conflict.owner == Owner::A { Owner::A } else { Owner::B };
        Explainer { closure, languages, conflict, side, steps: FxHashMap::default() }
    }

    /// The interpolant.
    pub fn interpolant(mut self, terms: &mut Terms) -> Option<TermId> {
        let [a, b] = self.conflict.nodes;
        self.prepare(terms, (a, b))?;
        let path = self.path(a, b);
        let mut facts = Facts::default();
        facts.add_path(terms, self.side, &path);
        let mut parts: Vec<TermId> = facts.lemmas.into_iter().collect();
        if self.side == Owner::A {
            let premises = terms.and(facts.premises);
            parts.push(terms.not(premises));
        }
        Some(terms.and(parts))
    }

    /// Makes the steps of all edges that an equality rests on, the oldest first.
    fn prepare(&mut self, terms: &mut Terms, pair: (Node, Node)) -> Option<()> {
        let mut needed = BTreeSet::new();
        let mut open = vec![pair];
        while let Some((a, b)) = open.pop() {
            for (edge, _) in self.closure.path(a, b) {
                if needed.insert(edge) {
                    open.extend(self.pairs_below(terms, edge));
                }
            }
        }
        for edge in needed {
            let steps = self.steps_of(terms, edge)?;
            self.steps.insert(edge, steps);
        }
        Some(())
    }

    /// The equalities that an edge rests on.
    fn pairs_below(&self, terms: &Terms, edge: usize) -> Vec<(Node, Node)> {
        let edge = self.closure.edge(edge);
        match &edge.reason {
            Reason::Given(_) => Vec::new(),
            Reason::Congruence => {
                let [a, b] = edge.ends.map(|end| self.closure.arguments(terms, end));
                a.into_iter().zip(b).collect()
            }
            Reason::Passed(_, Apart { nodes, by }) => nodes.iter().copied().zip(by.nodes).collect(),
        }
    }

    fn steps_of(&self, terms: &mut Terms, at: usize) -> Option<Vec<Step>> {
        let edge = self.closure.edge(at);
        let [from, to] = edge.ends.map(|end| self.closure.term(end));
        let paths: Vec<Vec<Step>> = self.pairs_below(terms, at).into_iter().map(|(a, b)| self.path(a, b)).collect();
        let mut facts = Facts::default();
        let side = match &edge.reason {
            Reason::Given(side) => *side,
            Reason::Passed(side, Apart { nodes, by }) => {
                let starts = nodes.map(|node| self.closure.term(node));
                self.add_apart(terms, &mut facts, *side, by.owner, starts, &paths)?;
                *side
            }
            Reason::Congruence => match (self.languages.owner(terms, from), self.languages.owner(terms, to)) {
                (Owner::A, Owner::B) | (Owner::B, Owner::A) => return self.cut(terms, from, to, paths),
                (Owner::A, _) | (_, Owner::A) => Owner::A,
                (Owner::B, _) | (_, Owner::B) => Owner::B,
                // Then what the sides owe each other are the arguments' equalities, which are smaller than this one.
                _ => self.side,
            },
        };
        if matches!(edge.reason, Reason::Congruence) {
            paths.iter().for_each(|path| facts.add_path(terms, side, path));
        }
        Some(vec![Step { from, to, side, facts: facts.into() }])
    }

    /// A congruence between terms of different sides, by way of the same function of shared arguments.
    fn cut(&self, terms: &mut Terms, from: TermId, to: TermId, paths: Vec<Vec<Step>>) -> Option<Vec<Step>> {
        let mut middle = Vec::new();
        let sides = [from, to].map(|end| self.languages.owner(terms, end));
        let mut facts = [Facts::default(), Facts::default()];
        for (path, arg) in paths.iter().zip(terms.args(from).to_vec()) {
            let (at, shared) = self.shared_on(terms, arg, path)?;
            middle.push(shared);
            facts[0].add_path(terms, sides[0], &path[..at]);
            facts[1].add_path(terms, sides[1], &path[at..]);
        }
        let middle = terms.app(terms.op(from).clone(), middle);
        let [before, after] = facts;
        Some(vec![
            Step { from, to: middle, side: sides[0], facts: before.into() },
            Step { from: middle, to, side: sides[1], facts: after.into() },
        ])
    }

    /// The first shared term on a path, and the number of steps before it.
    fn shared_on(&self, terms: &Terms, start: TermId, path: &[Step]) -> Option<(usize, TermId)> {
        let ends = std::iter::once(start).chain(path.iter().map(|step| step.to));
        ends.enumerate().find(|(_, t)| self.languages.owner(terms, *t) == Owner::Shared)
    }

    /// Adds that two terms differ, each being equal, along a path, to one of two that `by` says differ.
    fn add_apart(
        &self,
        terms: &mut Terms,
        facts: &mut Facts,
        side: Owner,
        by: Owner,
        starts: [TermId; 2],
        paths: &[Vec<Step>],
    ) -> Option<()> {
        if by == side || by == Owner::Shared {
            paths.iter().for_each(|path| facts.add_path(terms, side, path));
            return Some(());
        }
        // The other side says so: it owes a disequality of shared terms.
        let mut theirs = Facts::default();
        let mut shared = Vec::new();
        for (path, start) in paths.iter().zip(starts) {
            let (at, term) = self.shared_on(terms, start, path)?;
            shared.push(term);
            facts.add_path(terms, side, &path[..at]);
            theirs.add_path(terms, by, &path[at..]);
        }
        let equal = terms.eq(shared[0], shared[1]);
        let apart = terms.not(equal);
        facts.add_owed(terms, by, apart, &theirs);
        Some(())
    }

    /// The steps from one node to another.
    fn path(&self, from: Node, to: Node) -> Vec<Step> {
        let mut steps = Vec::new();
        for (edge, forward) in self.closure.path(from, to) {
            let known = self.steps[&edge].iter().cloned();
            if forward {
                steps.extend(known);
            } else {
                steps.extend(known.rev().map(|step| Step { from: step.to, to: step.from, ..step }));
            }
        }
        steps
    }
}

impl Facts {
    /// Adds what a conclusion of `side` needs of a path below it.
    fn add_path(&mut self, terms: &mut Terms, side: Owner, path: &[Step]) {
        for factor in path.chunk_by(|a, b| a.side == b.side) {
            let (first, last) = (&factor[0], &factor[factor.len() - 1]);
            if first.side == side {
                factor.iter().for_each(|step| self.extend(&step.facts));
                continue;
            }
            let mut facts = Facts::default();
            factor.iter().for_each(|step| facts.extend(&step.facts));
            let equality = terms.eq(first.from, last.to);
            self.add_owed(terms, first.side, equality, &facts);
        }
    }

    /// Adds a fact of the other side, `by`, and what it rests on.
    fn add_owed(&mut self, terms: &mut Terms, by: Owner, fact: TermId, facts: &Facts) {
        self.premises.insert(fact);
        self.lemmas.extend(facts.lemmas.iter().copied());
        if by == Owner::A {
            let premises = terms.and(facts.premises.iter().copied());
            let lemma = terms.implies(premises, fact);
            self.lemmas.insert(lemma);
        }
    }

    fn extend(&mut self, other: &Facts) {
        self.premises.extend(other.premises.iter().copied());
        self.lemmas.extend(other.lemmas.iter().copied());
    }
}
