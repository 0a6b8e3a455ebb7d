//! The dependences among predicates.

use super::{PredId, Problem, Rule};
use petgraph::{algo::kosaraju_scc, graphmap::DiGraphMap};
use rustc_hash::FxBuildHasher;

impl Problem {
    /// For each predicate whether any derivation of it is possible as far as the rules' premises go: there is a rule whose
    /// premises are all possible. What is not can be *false* in every solution.
    pub fn possible(&self) -> Vec<bool> {
        let mut possible = vec![false; self.predicates.len()];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.predicates.len()];
        let mut missing: Vec<usize> = Vec::with_capacity(self.rules.len());
        let mut todo: Vec<PredId> = Vec::new();
        for (i, rule) in self.rules.iter().enumerate() {
            missing.push(0);
            for pred in needed(rule) {
                users[pred.index()].push(i);
                missing[i] += 1;
            }
            if missing[i] == 0 {
                todo.extend(rule.head.iter().map(|head| head.pred));
            }
        }
        while let Some(pred) = todo.pop() {
            if std::mem::replace(&mut possible[pred.index()], true) {
                continue;
            }
            for &user in &users[pred.index()] {
                missing[user] -= 1;
                if missing[user] == 0 {
                    todo.extend(self.rules[user].head.iter().map(|head| head.pred));
                }
            }
        }
        possible
    }

    /// The strongly connected components of the predicates, each after those that its rules have premises of.
    pub fn components(&self) -> Vec<Vec<PredId>> {
        let mut graph: DiGraphMap<PredId, (), FxBuildHasher> = DiGraphMap::default();
        self.pred_ids().for_each(|pred| {
            graph.add_node(pred);
        });
        for rule in &self.rules {
            let Some(head) = &rule.head else { continue };
            for premise in &rule.premises {
                graph.add_edge(head.pred, premise.atom.pred, ());
            }
        }
        let mut components = kosaraju_scc(&graph);
        components.iter_mut().for_each(|component| component.sort_unstable());
        components
    }

    /// Whether a rule can take part in a derivation, given the predicates that are [`Problem::possible`].
    pub fn is_usable(rule: &Rule, possible: &[bool]) -> bool {
        needed(rule).all(|pred| possible[pred.index()])
    }
}

/// The predicates of the premises without condition flag.
fn needed(rule: &Rule) -> impl Iterator<Item = PredId> {
    rule.premises.iter().filter(|p| p.flag.is_none()).map(|p| p.atom.pred)
}
