//! The goal tree: the goals at the root, below each subgoal all the rules that could derive it.
//!
//! Every vertex has a Boolean variable that says it is needed, every rule tried at a vertex one that says it is chosen. All
//! of it is asserted for good; a leaf is left out by assuming that it is not needed. So one solver serves all depths.

use alphorn_logic::{
    horn::{PredId, Problem, RuleId},
    term::{SortId, TermId, Terms, VarId},
    witness::{Derivation, DerivationBuilder, Fact, Solution, Step},
};
use alphorn_smt::{Model, Smt};
use rustc_hash::FxHashMap;

/// A subgoal of the tree, or the root, which stands for *false*.
struct Vertex {
    /// The predicate to derive with its arguments; `None` is *false*.
    subgoal: Option<(PredId, Vec<TermId>)>,
    /// True in a model in which the subgoal is needed.
    needed: TermId,
    /// Number of rules between it and the root.
    depth: u32,
    /// The rules that may derive it, once expanded.
    alternatives: Option<Vec<Alternative>>,
}

/// A rule at a vertex.
struct Alternative {
    rule: RuleId,
    /// True in a model in which the rule is chosen.
    chosen: TermId,
    /// The rule's variables at this place, in the order of its `vars`.
    vars: Vec<TermId>,
    /// A vertex for each premise.
    children: Vec<usize>,
}

/// A vertex of a [`GoalTree`].
pub(super) type VertexId = usize;

/// The unwinding of the goals of a problem as far as it was expanded.
pub(super) struct GoalTree<'p> {
    problem: &'p Problem,
    /// For each predicate the rules that can derive it.
    by_head: Vec<Vec<RuleId>>,
    /// The goals that can be reached.
    goals: Vec<RuleId>,
    vertices: Vec<Vertex>,
}

/// The part of a tree that a model chooses.
pub(super) struct Selection {
    /// Vertices still to be expanded.
    pub leaves: Vec<VertexId>,
    /// Expanded vertices, each before what it needs, with the rule chosen there.
    chosen: Vec<(VertexId, usize)>,
}

impl<'p> GoalTree<'p> {
    pub const ROOT: VertexId = 0;

    /// The tree with nothing but its root.
    pub fn new(terms: &mut Terms, problem: &'p Problem, smt: &mut Smt) -> Self {
        let needed = terms.fresh("goal", SortId::BOOL);
        smt.assert(terms, needed);
        let root = Vertex { subgoal: None, needed, depth: 0, alternatives: None };
        let possible = problem.possible();
        let usable = |&id: &RuleId| Problem::is_usable(problem.rule(id), &possible);
        let mut by_head = problem.rules_by_head();
        by_head.iter_mut().for_each(|rules| rules.retain(usable));
        let goals = problem.goals().map(|(id, _)| id).filter(usable).collect();
        GoalTree { problem, by_head, goals, vertices: vec![root] }
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// The depth of a vertex.
    pub fn depth(&self, vertex: VertexId) -> u32 {
        self.vertices[vertex].depth
    }

    /// True in a model in which the vertex is needed.
    pub fn needed(&self, vertex: VertexId) -> TermId {
        self.vertices[vertex].needed
    }

    /// What a formula for each predicate says of a vertex.
    pub fn instantiate(&self, terms: &mut Terms, formulas: &Solution, vertex: VertexId) -> TermId {
        match &self.vertices[vertex].subgoal {
            Some((pred, args)) => terms.beta(&formulas.definitions[pred.index()], args),
            None => terms.top(),
        }
    }

    /// Vertices not expanded yet.
    pub fn leaves(&self) -> impl Iterator<Item = VertexId> {
        self.vertices.iter().enumerate().filter(|(_, v)| v.alternatives.is_none()).map(|(i, _)| i)
    }

    /// Puts all the rules that could derive it below a leaf.
    pub fn expand(&mut self, terms: &mut Terms, smt: &mut Smt, vertex: VertexId) {
        let rules: Vec<RuleId> = match &self.vertices[vertex].subgoal {
            Some((pred, _)) => self.by_head[pred.index()].clone(),
            None => self.goals.clone(),
        };
        let mut alternatives = Vec::with_capacity(rules.len());
        for rule in rules {
            alternatives.push(self.try_rule(terms, smt, vertex, rule));
        }
        let some = terms.or(alternatives.iter().map(|a| a.chosen));
        let expansion = terms.implies(self.vertices[vertex].needed, some);
        smt.assert(terms, expansion);
        self.vertices[vertex].alternatives = Some(alternatives);
    }

    fn try_rule(&mut self, terms: &mut Terms, smt: &mut Smt, vertex: VertexId, id: RuleId) -> Alternative {
        let rule = self.problem.rule(id);
        let depth = self.vertices[vertex].depth + 1;
        let chosen = terms.fresh("chosen", SortId::BOOL);
        let renamed = rule.rename(terms, self.vertices[vertex].subgoal.as_ref().map(|(_, args)| &args[..]));
        let mut parts = vec![renamed.constraint];
        let mut children = Vec::with_capacity(rule.premises.len());
        for (premise, (args, flag)) in rule.premises.iter().zip(renamed.premises) {
            let needed = terms.fresh("needed", SortId::BOOL);
            parts.push(match flag {
                Some(flag) => terms.implies(flag, needed),
                None => needed,
            });
            children.push(self.vertices.len());
            let subgoal = Some((premise.atom.pred, args));
            self.vertices.push(Vertex { subgoal, needed, depth, alternatives: None });
        }
        let body = terms.and(parts);
        let instance = terms.implies(chosen, body);
        smt.assert(terms, instance);
        Alternative { rule: id, chosen, vars: renamed.vars, children }
    }

    /// The part of the tree that is needed in a model; `None` when the model leaves open what is needed.
    pub fn select(&self, terms: &Terms, model: &mut Model) -> Option<Selection> {
        let mut selection = Selection { leaves: Vec::new(), chosen: Vec::new() };
        let mut todo = vec![Self::ROOT];
        while let Some(id) = todo.pop() {
            let Some(alternatives) = &self.vertices[id].alternatives else {
                selection.leaves.push(id);
                continue;
            };
            let which = alternatives.iter().position(|a| model.is_true(terms, a.chosen) == Some(true))?;
            selection.chosen.push((id, which));
            let alternative = &alternatives[which];
            let premises = &self.problem.rule(alternative.rule).premises;
            for (&child, premise) in alternative.children.iter().zip(premises) {
                // The condition flag decides, not the child's own variable, which may be true for no reason.
                let needed = match premise.flag {
                    Some(flag) => model.is_true(terms, self.value_of(alternative, flag))?,
                    None => true,
                };
                if needed {
                    todo.push(child);
                }
            }
        }
        Some(selection)
    }

    fn value_of(&self, alternative: &Alternative, var: VarId) -> TermId {
        let vars = &self.problem.rule(alternative.rule).vars;
        let position = vars.iter().position(|&v| v == var).expect("a rule's flags are among its variables");
        alternative.vars[position]
    }

    /// The derivation of a selection without leaves. `None` when the model has no value for some variable.
    pub fn derivation(&self, terms: &mut Terms, model: &mut Model, selection: &Selection) -> Option<Derivation> {
        let mut builder = DerivationBuilder::default();
        let mut step_of: FxHashMap<VertexId, usize> = FxHashMap::default();
        for &(vertex, which) in selection.chosen.iter().rev() {
            let alternative = &self.vertices[vertex].alternatives.as_ref()?[which];
            let fact = match &self.vertices[vertex].subgoal {
                None => None,
                Some((pred, args)) => {
                    let args = args.iter().map(|&a| model.value(terms, a)).collect::<Option<Vec<_>>>()?;
                    Some(Fact { pred: *pred, args })
                }
            };
            let values = alternative.vars.iter().map(|&v| model.value(terms, v)).collect::<Option<Vec<_>>>()?;
            let premises = alternative.children.iter().map(|c| step_of.get(c).copied()).collect();
            step_of.insert(vertex, builder.step(Step { rule: alternative.rule, values, premises, fact }));
        }
        Some(builder.finish())
    }
}
