//! Congruence closure that remembers why terms are equal.
//!
//! Every merge adds an edge to a forest whose trees are the classes. The edges on the path between two terms of a class
//! explain why they are equal; an edge made by congruence rests on paths between arguments, which only have older edges.

use super::vocabulary::Owner;
use alphorn_logic::term::{Op, TermId, Terms};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A term of the closure.
pub type Node = usize;

/// Why the ends of an edge are equal.
#[derive(Clone, Debug)]
pub enum Reason {
    /// One side says so.
    Given(Owner),
    /// The same function of equal arguments.
    Congruence,
    /// A read passes by a write at another index, since these two indices are different: see [`Apart`].
    Passed(Owner, Apart),
}

/// That two terms differ: they are equal to the two terms of a disequality, in this order.
#[derive(Clone, Debug)]
pub struct Apart {
    /// The two terms.
    pub nodes: [Node; 2],
    /// The disequality.
    pub by: Disequality,
}

/// Two terms that differ.
#[derive(Clone, Copy, Debug)]
pub struct Disequality {
    /// The terms.
    pub nodes: [Node; 2],
    /// Who says so; values differ by themselves.
    pub owner: Owner,
}

/// A step of the forest.
#[derive(Clone, Debug)]
pub struct Edge {
    /// What it connects.
    pub ends: [Node; 2],
    /// Why.
    pub reason: Reason,
}

/// The classes of equal terms.
#[derive(Default)]
pub struct Closure {
    nodes: IndexSet<TermId, FxBuildHasher>,
    /// Union-find, with paths halved.
    leader: Vec<Node>,
    /// The edge towards the root of the node's tree.
    towards_root: Vec<Option<usize>>,
    edges: Vec<Edge>,
}

impl Closure {
    /// Adds a term and all that is below it; quantified formulas have nothing below.
    pub fn add(&mut self, terms: &Terms, term: TermId) -> Node {
        if let Some(node) = self.nodes.get_index_of(&term) {
            return node;
        }
        for t in terms.subterms([term]) {
            if self.nodes.insert(t) {
                self.leader.push(self.leader.len());
                self.towards_root.push(None);
            }
        }
        self.nodes.get_index_of(&term).unwrap_or_default()
    }

    /// The term of a node.
    pub fn term(&self, node: Node) -> TermId {
        self.nodes[node]
    }

    /// The node of a term, if it has one.
    pub fn node(&self, term: TermId) -> Option<Node> {
        self.nodes.get_index_of(&term)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// An edge by its number.
    pub fn edge(&self, at: usize) -> &Edge {
        &self.edges[at]
    }

    /// The class of a node.
    pub fn class(&mut self, mut node: Node) -> Node {
        while self.leader[node] != node {
            self.leader[node] = self.leader[self.leader[node]];
            node = self.leader[node];
        }
        node
    }

    /// Whether two nodes are equal.
    pub fn equal(&mut self, a: Node, b: Node) -> bool {
        self.class(a) == self.class(b)
    }

    /// Makes two nodes equal; false if they were already.
    pub fn merge(&mut self, a: Node, b: Node, reason: Reason) -> bool {
        let (class_a, class_b) = (self.class(a), self.class(b));
        if class_a == class_b {
            return false;
        }
        self.make_root(a);
        self.towards_root[a] = Some(self.edges.len());
        self.edges.push(Edge { ends: [a, b], reason });
        self.leader[class_a] = class_b;
        true
    }

    /// Turns the edges around that lead from a node to the root of its tree.
    fn make_root(&mut self, node: Node) {
        let mut node = node;
        let mut edge = self.towards_root[node].take();
        while let Some(at) = edge {
            node = self.edges[at].other(node);
            edge = self.towards_root[node].replace(at);
        }
    }

    /// Merges applications of one operator to equal arguments until there are none.
    pub fn close(&mut self, terms: &Terms) {
        let mut changed = true;
        while changed {
            changed = false;
            let mut seen: FxHashMap<(&Op, Vec<Node>), Node> = FxHashMap::default();
            // Arguments come first, so that one round carries an equality all the way up.
            for node in 0..self.len() {
                let t = self.nodes[node];
                if terms.args(t).is_empty() || terms.op(t).bound_vars().is_some() {
                    continue;
                }
                let args = self.arguments(terms, node).into_iter().map(|arg| self.class(arg)).collect();
                if let Some(other) = seen.insert((terms.op(t), args), node) {
                    changed |= self.merge(node, other, Reason::Congruence);
                }
            }
        }
    }

    /// The nodes of a node's arguments.
    pub fn arguments(&self, terms: &Terms, node: Node) -> Vec<Node> {
        terms.args(self.nodes[node]).iter().filter_map(|arg| self.node(*arg)).collect()
    }

    /// The edges on the way from one node to another of its class, each with whether it is taken from its first end.
    pub fn path(&self, from: Node, to: Node) -> Vec<(usize, bool)> {
        let up = self.path_to_root(from);
        let down = self.path_to_root(to);
        let common = up.iter().rev().zip(down.iter().rev()).take_while(|(a, b)| a == b).count();
        let mut at = from;
        let mut path = Vec::new();
        for &edge in up[..up.len() - common].iter().chain(down[..down.len() - common].iter().rev()) {
            path.push((edge, self.edges[edge].ends[0] == at));
            at = self.edges[edge].other(at);
        }
        path
    }

    fn path_to_root(&self, from: Node) -> Vec<usize> {
        let mut at = from;
        let mut path = Vec::new();
        while let Some(edge) = self.towards_root[at] {
            path.push(edge);
            at = self.edges[edge].other(at);
        }
        path
    }
}

impl Edge {
    fn other(&self, node: Node) -> Node {
        if self.ends[0] == node { self.ends[1] } else { self.ends[0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::term::SortId;

    #[test]
    fn paths_explain_equalities() {
        let mut terms = Terms::new();
        let f = terms.declare_fun("f", [SortId::INT], SortId::INT);
        let x: Vec<TermId> = (0..5).map(|_| terms.fresh("x", SortId::INT)).collect();
        let fx: Vec<TermId> = x.iter().map(|x| terms.app(Op::Apply(f), [*x])).collect();
        let ffx: Vec<TermId> = fx.iter().map(|x| terms.app(Op::Apply(f), [*x])).collect();
        let mut closure = Closure::default();
        let node: Vec<Node> = ffx.iter().map(|t| closure.add(&terms, *t)).collect();
        let arg: Vec<Node> = x.iter().filter_map(|t| closure.node(*t)).collect();
        for (a, b) in [(0, 1), (3, 2), (2, 1)] {
            assert!(closure.merge(arg[a], arg[b], Reason::Given(Owner::A)));
        }
        assert!(!closure.merge(arg[3], arg[0], Reason::Given(Owner::A)));
        closure.close(&terms);
        assert!(closure.equal(node[0], node[3]) && !closure.equal(node[0], node[4]));
        let mut at = arg[0];
        for (edge, forward) in closure.path(arg[0], arg[3]) {
            let ends = closure.edge(edge).ends;
            assert_eq!(ends[usize::from(!forward)], at);
            at = ends[usize::from(forward)];
        }
        assert_eq!(at, arg[3]);
        assert!(closure.path(arg[2], arg[2]).is_empty());
    }
}
