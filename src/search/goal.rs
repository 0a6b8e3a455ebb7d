//! The goal: a tree whose interior vertices are expanded subgoals with their decisions and whose leaves are subgoals.
//!
//! A vertex is made once for each place of the tree and keeps its variables and its assertions; whether it is part of the
//! goal is only a matter of what is assumed.

use super::Annotation;
use crate::{
    horn::PredId,
    smt::{Model, Smt},
    term::{SortId, Substitution, TermId, Terms},
    unwind::{Alternative, Lemma, Template},
    witness::{Derivation, Fact, Step},
};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) type VertexId = usize;

struct Vertex {
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
        goal.add(terms, None, bound, needed);
        goal
    }

    fn add(
        &mut self,
        terms: &mut Terms,
        subgoal: Option<(PredId, Vec<TermId>)>,
        level: u32,
        needed: TermId,
    ) -> VertexId {
        let expanded = terms.fresh("expanded", SortId::BOOL);
        let (expansion, decision, chosen, useless) = Default::default();
        self.vertices.push(Vertex { subgoal, level, needed, expanded, expansion, decision, chosen, useless });
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
    }

    pub fn clear_decision(&mut self, vertex: VertexId) {
        self.vertices[vertex].decision.clear();
        self.vertices[vertex].chosen = None;
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
        for alternative in &template.alternatives {
            let rule = terms.implies(alternative.chosen, alternative.constraint);
            smt.assert(terms, rule);
            let mut below = Vec::new();
            for premise in &alternative.premises {
                let Some(lower) = level.checked_sub(premise.drop) else {
                    let never = terms.not(premise.needed);
                    smt.assert(terms, never);
                    below.push(usize::MAX);
                    continue;
                };
                let child = self.add(terms, Some((premise.pred, premise.args.clone())), lower, premise.needed);
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

    /// What the model chooses at a vertex: the rule's body with the annotation of the premises that are needed. Notes the
    /// choice. `None` if the model leaves it open.
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
        for &child in &subgoals {
            let (pred, level) = self.instance(child)?;
            for lemma in annotation.lemmas().at(pred, level).collect::<Vec<_>>() {
                parts.push(self.instantiate(terms, annotation, lemma, child));
            }
        }
        self.vertices[vertex].chosen = Some((which, subgoals));
        Some(terms.and(parts))
    }

    /// The subgoals of the decided vertices that are not expanded.
    pub fn leaves(&self, stack: &[VertexId]) -> impl Iterator<Item = VertexId> {
        let expanded: FxHashSet<VertexId> = stack.iter().copied().collect();
        let subgoals = stack.iter().filter_map(|&v| self.vertices[v].chosen.as_ref()).flat_map(|(_, below)| below);
        subgoals.copied().filter(move |v| !expanded.contains(v)).collect::<Vec<_>>().into_iter()
    }

    /// What is known of the subgoals of the decided vertices, but for one.
    pub fn other_annotations(
        &self,
        terms: &mut Terms,
        annotation: &Annotation,
        stack: &[VertexId],
        but: VertexId,
    ) -> Vec<TermId> {
        let subgoals = stack.iter().filter_map(|&v| self.vertices[v].chosen.as_ref()).flat_map(|(_, below)| below);
        let mut known = Vec::new();
        for &vertex in subgoals {
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

    /// The derivation of a goal without subgoals. `None` when the model has no value for some variable.
    pub fn derivation(&self, terms: &mut Terms, model: &mut Model) -> Option<Derivation> {
        let mut order = vec![Self::ROOT];
        let mut next = 0;
        while let Some(&vertex) = order.get(next) {
            next += 1;
            order.extend(&self.vertices[vertex].chosen.as_ref()?.1);
        }
        let mut derivation = Derivation::default();
        let mut step_of: FxHashMap<VertexId, usize> = FxHashMap::default();
        for &vertex in order.iter().rev() {
            let v = &self.vertices[vertex];
            let ((which, _), (template, children)) = (v.chosen.as_ref()?, v.expansion.as_ref()?);
            let alternative = &template.alternatives[*which];
            let mut values = |of: &[TermId]| of.iter().map(|&t| model.value(terms, t)).collect::<Option<Vec<_>>>();
            let fact = match &v.subgoal {
                None => None,
                Some((pred, args)) => Some(Fact { pred: *pred, args: values(args)? }),
            };
            let values = values(&alternative.vars)?;
            let premises = children[*which].iter().map(|c| step_of.get(c).copied()).collect();
            step_of.insert(vertex, derivation.steps.len());
            derivation.steps.push(Step { rule: alternative.rule, values, premises, fact });
        }
        Some(derivation)
    }
}
