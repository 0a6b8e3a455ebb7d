//! A linear problem as a program: predicates are locations, rules are edges between them.

use crate::unwind::BackEdges;
use alphorn_interpolate::Transition;
use alphorn_logic::{
    horn::{PredId, Problem, RuleId},
    term::{Substitution, TermId, Terms, Var, VarId},
};
use rustc_hash::FxHashMap;

/// A location of the program; `None` is where it starts.
pub type Location = Option<PredId>;

/// A rule as a step of the program, over the parameters of the location it leaves and variables of its own.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The rule.
    pub rule: RuleId,
    /// Where it leaves.
    pub from: Location,
    /// Where it arrives; `None` for a goal.
    pub to: Option<PredId>,
    /// What must hold of the step.
    pub constraint: TermId,
    /// The arguments with which it arrives.
    pub args: Vec<TermId>,
    /// The rule's variables, in the order of its `vars`.
    pub vars: Vec<TermId>,
    /// What τ loses: 1 over a back edge.
    pub drop: u32,
}

/// The edges that leave each location, and the parameters over which labels of locations speak.
pub struct Graph<'p> {
    problem: &'p Problem,
    params: Vec<Vec<VarId>>,
    edges: Vec<Edge>,
    start: Vec<usize>,
    out: Vec<Vec<usize>>,
}

impl<'p> Graph<'p> {
    /// The program of a problem in which no rule has more than one premise; `None` for others. Goals come before the other
    /// edges of their location.
    pub fn new(terms: &mut Terms, problem: &'p Problem) -> Option<Self> {
        if !problem.is_linear() {
            return None;
        }
        let fresh = |terms: &mut Terms, fun| -> Vec<VarId> {
            let sorts = terms.fun(fun).params.clone();
            sorts.iter().enumerate().map(|(i, &sort)| terms.fresh_var(&format!("x{i}"), sort)).collect()
        };
        let params: Vec<Vec<VarId>> = problem.predicates.iter().map(|p| fresh(terms, p.fun)).collect();
        let out = vec![Vec::new(); params.len()];
        let mut graph = Graph { problem, params, edges: Vec::new(), start: Vec::new(), out };
        let back_edges = BackEdges::of(problem);
        let (goals, others): (Vec<_>, Vec<_>) = problem.rules().partition(|(_, rule)| rule.is_goal());
        for (id, rule) in goals.into_iter().chain(others) {
            let premise = rule.premises.first();
            let flag = premise.and_then(|premise| premise.flag);
            if let Some(premise) = premise {
                graph.add(terms, &back_edges, id, Some(premise.atom.pred), flag.map(|flag| (flag, true)));
            }
            if premise.is_none() || flag.is_some() {
                graph.add(terms, &back_edges, id, None, flag.map(|flag| (flag, false)));
            }
        }
        Some(graph)
    }

    /// Adds a rule as an edge, where its condition flag has a value.
    fn add(&mut self, terms: &mut Terms, back: &BackEdges, id: RuleId, from: Location, flag: Option<(VarId, bool)>) {
        let rule = self.problem.rule(id);
        let mut renaming: FxHashMap<VarId, TermId> = FxHashMap::default();
        if let (Some(from), Some(premise)) = (from, rule.premises.first()) {
            for (&arg, &param) in premise.atom.args.iter().zip(&self.params[from.index()]) {
                renaming.insert(arg, terms.var_term(param));
            }
        }
        for &var in &rule.vars {
            renaming.entry(var).or_insert_with(|| {
                let Var { name, sort } = terms.var(var).clone();
                terms.fresh(&name, sort)
            });
        }
        let mut parts = vec![terms.substitute(rule.constraint, &renaming)];
        if let Some((flag, value)) = flag {
            parts.push(if value { renaming[&flag] } else { terms.not(renaming[&flag]) });
        }
        let edge = Edge {
            rule: id,
            from,
            to: rule.head.as_ref().map(|head| head.pred),
            constraint: terms.and(parts),
            args: rule.head.iter().flat_map(|head| &head.args).map(|arg| renaming[arg]).collect(),
            vars: rule.vars.iter().map(|var| renaming[var]).collect(),
            drop: from.zip(rule.head.as_ref()).map_or(0, |(from, head)| back.contains(from, head.pred).into()),
        };
        match from {
            Some(from) => self.out[from.index()].push(self.edges.len()),
            None => self.start.push(self.edges.len()),
        }
        self.edges.push(edge);
    }

    /// The problem.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// The parameters of a location.
    pub fn params(&self, at: Location) -> &[VarId] {
        at.map_or(&[], |pred| &self.params[pred.index()])
    }

    /// An edge.
    pub fn edge(&self, edge: usize) -> &Edge {
        &self.edges[edge]
    }

    /// All edges.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges that leave a location.
    pub fn out(&self, at: Location) -> &[usize] {
        at.map_or(&self.start, |pred| &self.out[pred.index()])
    }

    /// A formula over the parameters of a location, said of arguments.
    pub fn instantiate(&self, terms: &mut Terms, at: Location, formula: TermId, args: &[TermId]) -> TermId {
        Substitution::of_vars(self.params(at).iter().copied().zip(args.iter().copied())).apply(terms, formula)
    }

    /// The edges from a location to itself, which a label should be preserved by.
    pub fn loops(&self, terms: &mut Terms, at: Location) -> Vec<Transition> {
        let own = self.out(at).iter().map(|&edge| &self.edges[edge]).filter(|edge| at.is_some() && edge.to == at);
        let args: Vec<TermId> = self.params(at).iter().map(|&param| terms.var_term(param)).collect();
        own.map(|edge| Transition {
            cubes: vec![terms.conjuncts(edge.constraint)],
            premises: vec![args.clone()],
            conclusion: edge.args.clone(),
        })
        .collect()
    }
}
