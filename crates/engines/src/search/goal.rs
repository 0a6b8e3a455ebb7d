//! The goal: a tree whose interior vertices are expanded subgoals with their decisions and whose leaves are subgoals.
//!
//! A vertex is made once for each place of the tree and keeps its variables and its assertions; whether it is part of the
//! goal is only a matter of what is assumed.

use super::{
    Annotation,
    phases::Phase,
    reached::{FactId, Reached},
};
use crate::unwind::{Alternative, Lemma, Template};
use alphorn_logic::{
    horn::PredId,
    term::{SortId, Substitution, TermId, Terms},
    witness::{Derivation, Fact},
};
use alphorn_smt::{Model, Smt};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

pub(super) type VertexId = usize;

/// Where a vertex stands in the goal, whatever the bound: the rule and the premise at each step from the root.
pub(super) type Place = Rc<[(usize, usize)]>;

struct Vertex {
    /// The vertex of whose rules it is a premise; the root is its own.
    parent: VertexId,
    /// Which premise of which of the parent's rules it is.
    origin: (usize, usize),
    /// The predicate, its arguments and its level; the root stands for *false*.
    subgoal: Option<(PredId, Vec<TermId>)>,
    level: u32,
    /// True where the parent needs it.
    needed: TermId,
    /// Assumed while it is expanded.
    expanded: TermId,
    /// Its rules, once it was expanded, and a vertex for each premise of each.
    expansion: Option<(Template, Vec<Vec<VertexId>>)>,
    /// Literals that imply the chosen rule's body, while it is decided.
    decision: Vec<TermId>,
    /// The rule chosen, while it is decided, and its subgoals.
    chosen: Option<(usize, Vec<VertexId>)>,
    /// Whether it was decided before.
    was_decided: bool,
    /// The fact that answers it, and what that says of its arguments, while it is not expanded but closed.
    closed: Option<(FactId, TermId)>,
    /// Whether closing it led to a conflict under its parent's decision.
    barred: bool,
    /// How often expanding it taught nothing.
    useless: u64,
}

/// The tree.
pub(super) struct Goal {
    vertices: Vec<Vertex>,
}

impl Goal {
    pub const ROOT: VertexId = 0;

    pub fn new(terms: &mut Terms, bound: u32) -> Self {
        let needed = terms.top();
        let mut goal = Goal { vertices: Vec::new() };
        goal.add(terms, (Self::ROOT, (0, 0)), None, bound, needed);
        goal
    }

    fn add(
        &mut self,
        terms: &mut Terms,
        (parent, origin): (VertexId, (usize, usize)),
        subgoal: Option<(PredId, Vec<TermId>)>,
        level: u32,
        needed: TermId,
    ) -> VertexId {
        let expanded = terms.fresh("expanded", SortId::BOOL);
        let (expansion, decision, chosen, was_decided, closed, barred, useless) = Default::default();
        self.vertices.push(Vertex {
            parent,
            origin,
            subgoal,
            level,
            needed,
            expanded,
            expansion,
            decision,
            chosen,
            was_decided,
            closed,
            barred,
            useless,
        });
        self.vertices.len() - 1
    }

    pub fn expanded(&self, vertex: VertexId) -> TermId {
        self.vertices[vertex].expanded
    }

    pub fn decision(&self, vertex: VertexId) -> &[TermId] {
        &self.vertices[vertex].decision
    }

    pub fn set_decision(&mut self, vertex: VertexId, decision: Vec<TermId>) {
        self.vertices[vertex].decision = decision;
        self.vertices[vertex].was_decided = true;
    }

    pub fn was_decided(&self, vertex: VertexId) -> bool {
        self.vertices[vertex].was_decided
    }

    pub fn place(&self, mut vertex: VertexId) -> Place {
        let mut steps = Vec::new();
        while vertex != Self::ROOT {
            steps.push(self.vertices[vertex].origin);
            vertex = self.vertices[vertex].parent;
        }
        steps.into()
    }

    /// What one of a vertex's rules is written with: the literal of its choice, and its variables.
    pub fn names(&self, vertex: VertexId, which: usize) -> Vec<TermId> {
        let alternative = self.vertices[vertex].expansion.as_ref().and_then(|(all, _)| all.alternatives.get(which));
        alternative.map_or_else(Vec::new, |a| [&[a.chosen], &a.vars[..]].concat())
    }

    /// The decision at a vertex, to be tried elsewhere.
    pub fn phase(&self, vertex: VertexId) -> Option<Phase> {
        let (which, _) = *self.vertices[vertex].chosen.as_ref()?;
        Some(Phase { which, names: self.names(vertex, which), literals: self.decision(vertex).to_vec() })
    }

    pub fn clear_decision(&mut self, vertex: VertexId) {
        self.vertices[vertex].decision.clear();
        let chosen = self.vertices[vertex].chosen.take();
        for child in chosen.into_iter().flat_map(|(_, below)| below) {
            self.vertices[child].closed = None;
            self.vertices[child].barred = false;
        }
    }

    /// Answers a subgoal by a fact, which says this of its arguments.
    pub fn close(&mut self, vertex: VertexId, fact: FactId, literal: TermId) {
        self.vertices[vertex].closed = Some((fact, literal));
    }

    /// Opens a closed subgoal again, until its parent is decided anew.
    pub fn bar(&mut self, vertex: VertexId) {
        self.vertices[vertex].closed = None;
        self.vertices[vertex].barred = true;
    }

    pub fn is_barred(&self, vertex: VertexId) -> bool {
        self.vertices[vertex].barred
    }

    /// The closed subgoals of the decided vertices, and what their facts say of their arguments.
    pub fn closed(&self, stack: &[VertexId]) -> impl Iterator<Item = (VertexId, TermId)> {
        self.subgoals(stack).filter_map(|v| self.vertices[v].closed.map(|(_, literal)| (v, literal)))
    }

    fn subgoals(&self, stack: &[VertexId]) -> impl Iterator<Item = VertexId> {
        stack.iter().filter_map(|&v| self.vertices[v].chosen.as_ref()).flat_map(|(_, below)| below).copied()
    }

    pub fn useless(&self, vertex: VertexId) -> u64 {
        self.vertices[vertex].useless
    }

    /// Notes that expanding it taught nothing.
    pub fn blame(&mut self, vertex: VertexId) {
        self.vertices[vertex].useless += 1;
    }

    /// The predicate and level of a vertex other than the root.
    pub fn instance(&self, vertex: VertexId) -> Option<(PredId, u32)> {
        let v = &self.vertices[vertex];
        v.subgoal.as_ref().map(|(pred, _)| (*pred, v.level))
    }

    pub fn args(&self, vertex: VertexId) -> &[TermId] {
        self.vertices[vertex].subgoal.as_ref().map_or(&[], |(_, args)| args)
    }

    pub fn describe(&self, terms: &Terms, annotation: &Annotation, vertex: VertexId) -> String {
        match self.instance(vertex) {
            Some((pred, level)) => format!("{}@{level} (vertex {vertex})", annotation.name(terms, pred)),
            None => "the goals".into(),
        }
    }

    /// Asserts the rules of a vertex, with the annotation of their premises, under its literal. Once is enough.
    pub fn expand(&mut self, terms: &mut Terms, annotation: &Annotation, smt: &mut Smt, vertex: VertexId) {
        if self.vertices[vertex].expansion.is_some() {
            return;
        }
        let (level, expanded) = (self.vertices[vertex].level, self.vertices[vertex].expanded);
        let head = self.vertices[vertex].subgoal.clone();
        let template = annotation.template(terms, head.as_ref().map(|(pred, args)| (*pred, args.as_slice())));
        let some = terms.or(template.at(level).map(|a| a.chosen).collect::<Vec<_>>());
        let choice = terms.implies(expanded, some);
        smt.assert(terms, choice);
        let mut children = Vec::new();
        for (which, alternative) in template.alternatives.iter().enumerate() {
            let rule = terms.implies(alternative.chosen, alternative.constraint);
            smt.assert(terms, rule);
            let mut below = Vec::new();
            for (at, premise) in alternative.premises.iter().enumerate() {
                let Some(lower) = level.checked_sub(premise.drop) else {
                    let never = terms.not(premise.needed);
                    smt.assert(terms, never);
                    below.push(usize::MAX);
                    continue;
                };
                let subgoal = Some((premise.pred, premise.args.clone()));
                let child = self.add(terms, (vertex, (which, at)), subgoal, lower, premise.needed);
                for lemma in annotation.lemmas().at(premise.pred, lower).collect::<Vec<_>>() {
                    self.assert_at(terms, annotation, smt, lemma, child);
                }
                below.push(child);
            }
            children.push(below);
        }
        self.vertices[vertex].expansion = Some((template, children));
    }

    fn assert_at(&self, terms: &mut Terms, annotation: &Annotation, smt: &mut Smt, lemma: Lemma, vertex: VertexId) {
        let fact = self.instantiate(terms, annotation, lemma, vertex);
        let clause = terms.implies(self.vertices[vertex].needed, fact);
        smt.assert(terms, clause);
    }

    fn instantiate(&self, terms: &mut Terms, annotation: &Annotation, lemma: Lemma, vertex: VertexId) -> TermId {
        let params = annotation.lemmas().params(lemma.pred).iter().copied();
        Substitution::of_vars(params.zip(self.args(vertex).iter().copied())).apply(terms, lemma.clause)
    }

    /// Asserts a lemma at every vertex at which it holds.
    pub fn strengthen(&self, terms: &mut Terms, annotation: &Annotation, smt: &mut Smt, lemma: Lemma) {
        for vertex in 0..self.vertices.len() {
            if self.instance(vertex).is_some_and(|(pred, level)| pred == lemma.pred && level <= lemma.level) {
                self.assert_at(terms, annotation, smt, lemma, vertex);
            }
        }
    }

    /// What the model chooses at a vertex: the rule's body, with the annotation of the premises where several are needed. Notes
    /// the choice. `None` if the model leaves it open.
    pub fn chosen_body(
        &mut self,
        terms: &mut Terms,
        annotation: &Annotation,
        model: &mut Model,
        vertex: VertexId,
    ) -> Option<TermId> {
        let (template, children) = self.vertices[vertex].expansion.as_ref()?;
        let is_chosen = |a: &Alternative| model.is_true(terms, a.chosen) == Some(true);
        let which = template.alternatives.iter().position(is_chosen)?;
        let alternative = &template.alternatives[which];
        let mut parts = vec![alternative.chosen, alternative.constraint];
        let mut subgoals = Vec::new();
        for (premise, &child) in alternative.premises.iter().zip(&children[which]) {
            if model.is_true(terms, premise.needed)? {
                parts.push(premise.needed);
                subgoals.push(child);
            }
        }
        // The lemmas of an only subgoal follow from its rules; how they hold need not be decided, and would make the suffix
        // narrow. Of several subgoals each is a part of the others' suffix.
        let joint = subgoals.iter().filter(|_| subgoals.len() > 1);
        for &child in joint {
            let (pred, level) = self.instance(child)?;
            for lemma in annotation.lemmas().at(pred, level).collect::<Vec<_>>() {
                parts.push(self.instantiate(terms, annotation, lemma, child));
            }
        }
        self.vertices[vertex].chosen = Some((which, subgoals));
        Some(terms.and(parts))
    }

    /// The subgoals of the decided vertices that are neither expanded nor closed.
    pub fn leaves(&self, stack: &[VertexId]) -> impl Iterator<Item = VertexId> {
        let expanded: FxHashSet<VertexId> = stack.iter().copied().collect();
        self.subgoals(stack).filter(move |v| !expanded.contains(v) && self.vertices[*v].closed.is_none())
    }

    /// What is known of the subgoals of the decided vertices, but for one.
    pub fn other_annotations(
        &self,
        terms: &mut Terms,
        annotation: &Annotation,
        stack: &[VertexId],
        but: VertexId,
    ) -> Vec<TermId> {
        let mut known = Vec::new();
        for vertex in self.subgoals(stack) {
            let Some((pred, level)) = self.instance(vertex) else { continue };
            if vertex == but {
                continue;
            }
            for lemma in annotation.lemmas().at(pred, level).collect::<Vec<_>>() {
                known.push(self.instantiate(terms, annotation, lemma, vertex));
            }
        }
        known
    }

    /// Notes the facts that a model derives at a vertex and above it, up to where subgoals are open. If none is, the
    /// derivation is complete. An error when the model has no value for some variable.
    pub fn note(
        &self,
        terms: &mut Terms,
        reached: &mut Reached,
        model: &mut Model,
        mut vertex: VertexId,
    ) -> Result<Option<Derivation>, NoValue> {
        let mut order = Vec::new();
        while let Some(complete) = self.complete(vertex) {
            order = complete;
            if vertex == Self::ROOT {
                break;
            }
            vertex = self.vertices[vertex].parent;
        }
        let mut facts: FxHashMap<VertexId, FactId> = FxHashMap::default();
        for &vertex in order.iter().rev() {
            let v = &self.vertices[vertex];
            if let Some((fact, _)) = v.closed {
                facts.insert(vertex, fact);
                continue;
            }
            let ((which, _), (template, children)) = v.chosen.as_ref().zip(v.expansion.as_ref()).ok_or(NoValue)?;
            let alternative = &template.alternatives[*which];
            let mut values = |of: &[TermId]| {
                let values = of.iter().map(|&t| model.value(terms, t));
                values.collect::<Option<Vec<_>>>().ok_or(NoValue)
            };
            let own = values(&alternative.vars)?;
            let premises: Vec<Option<FactId>> = children[*which].iter().map(|c| facts.get(c).copied()).collect();
            let Some((pred, args)) = &v.subgoal else {
                return Ok(Some(reached.derivation(alternative.rule, own, premises)));
            };
            let fact = Fact { pred: *pred, args: values(args)? };
            facts.insert(vertex, reached.add(fact, alternative.rule, own, premises));
        }
        Ok(None)
    }

    /// A vertex and all that is below it, each before what it needs; `None` if a subgoal is open.
    fn complete(&self, vertex: VertexId) -> Option<Vec<VertexId>> {
        let mut order = vec![vertex];
        let mut next = 0;
        while let Some(&vertex) = order.get(next) {
            next += 1;
            if self.vertices[vertex].closed.is_none() {
                order.extend(&self.vertices[vertex].chosen.as_ref()?.1);
            }
        }
        Some(order)
    }
}

/// A model has no value for a variable, or one that cannot be written down.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoValue;
