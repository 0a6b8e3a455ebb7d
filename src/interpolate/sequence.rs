//! Sequence and tree interpolants, by one binary interpolation a node.
//!
//! The prefix of a node is its formula with the interpolants of its children, the suffix is all that is outside its
//! subtree, where the parts that have an interpolant already are replaced by it. So each interpolant follows from its node
//! and the children's by construction, and this is what the check of each single interpolant checks.

use super::{Failure, Interpolator, Question, Transition};
use crate::{
    smt::Smt,
    term::{Op, TermId, Terms, VarId},
};
use rustc_hash::FxHashSet;

/// A node of a tree of formulas that are contradictory together.
#[derive(Clone, Copy, Debug)]
pub struct TreeNode<'a> {
    /// The formula at the node.
    pub formula: TermId,
    /// The position of its parent, which comes later; the last node has none.
    pub parent: Option<usize>,
    /// What the interpolant may speak of, if that is more than what the subtree shares with the rest, in the order in which
    /// the transitions have it.
    pub vars: &'a [VarId],
    /// What should preserve the interpolant, if possible.
    pub transitions: &'a [Transition],
}

impl TreeNode<'_> {
    /// A node of which nothing but its formula and its parent is said.
    pub fn new(formula: TermId, parent: Option<usize>) -> Self {
        TreeNode { formula, parent, vars: &[], transitions: &[] }
    }
}

impl Interpolator {
    /// For contradictory formulas `A1, …, An` the facts `I1, …, In` with `I(i-1) ∧ Ai ⇒ Ii`, where `I0` is true and `In`
    /// false, each over the variables that the formulas up to its place share with the later ones.
    pub fn sequence(&mut self, terms: &mut Terms, smt: &Smt, formulas: &[TermId]) -> Result<Vec<TermId>, Failure> {
        let last = formulas.len().saturating_sub(1);
        let parent = |at: usize| (at < last).then_some(at + 1);
        let nodes: Vec<TreeNode> =
            formulas.iter().enumerate().map(|(at, formula)| TreeNode::new(*formula, parent(at))).collect();
        self.tree(terms, smt, &nodes)
    }

    /// For a tree of contradictory formulas, children before parents, a fact for each node: it follows from the node's
    /// formula and the facts of the children, and is over the variables that its subtree shares with the rest. That of the
    /// last node, the root, is false.
    pub fn tree(&mut self, terms: &mut Terms, smt: &Smt, nodes: &[TreeNode]) -> Result<Vec<TermId>, Failure> {
        let vars: Vec<Vec<VarId>> = nodes.iter().map(|node| terms.free_vars([node.formula])).collect();
        let subtrees = Subtrees::new(nodes);
        // What stands for each node: its formula, then its interpolant, and nothing once its parent has one.
        let mut standing: Vec<Option<TermId>> = nodes.iter().map(|node| Some(node.formula)).collect();
        let mut interpolants = Vec::with_capacity(nodes.len());
        for (at, node) in nodes.iter().enumerate() {
            let children: Vec<usize> = (0..at).filter(|child| nodes[*child].parent == Some(at)).collect();
            let facts: Vec<TermId> = children.iter().filter_map(|child| standing[*child].take()).collect();
            let prefix = terms.and(facts.into_iter().chain([node.formula]));
            standing[at] = None;
            if matches!(terms.op(prefix), Op::True | Op::False) {
                standing[at] = Some(prefix);
                interpolants.push(prefix);
                continue;
            }
            let suffix: Vec<TermId> = standing.iter().flatten().copied().collect();
            let (inside, outside): (Vec<usize>, Vec<usize>) =
                (0..nodes.len()).partition(|other| subtrees.is_in(*other, at));
            let outside: FxHashSet<VarId> = outside.into_iter().flat_map(|other| vars[other].iter().copied()).collect();
            let mut shared: Vec<VarId> = inside
                .into_iter()
                .flat_map(|other| vars[other].iter().copied())
                .filter(|v| outside.contains(v))
                .collect();
            shared.retain(|v| !node.vars.contains(v));
            shared.sort_unstable();
            shared.dedup();
            // The transitions say nothing of other variables than the node's.
            let transitions = if shared.is_empty() { node.transitions } else { &[] };
            shared.splice(0..0, node.vars.iter().copied());
            let question = Question { suffix: &[suffix], shared: &shared, transitions };
            let interpolant = self.interpolate_formula(terms, smt, prefix, &question)?.formula;
            standing[at] = Some(interpolant);
            interpolants.push(interpolant);
        }
        Ok(interpolants)
    }
}

/// Which nodes are below which.
struct Subtrees {
    /// Each node's place in a walk that enters children after their parent, and the end of its subtree there.
    spans: Vec<(usize, usize)>,
}

impl Subtrees {
    fn new(nodes: &[TreeNode]) -> Self {
        let mut sizes = vec![1; nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                sizes[parent] += sizes[at];
            }
        }
        let mut spans = vec![(0, 0); nodes.len()];
        let mut free = vec![0; nodes.len()];
        let mut roots = 0;
        for (at, node) in nodes.iter().enumerate().rev() {
            let next = node.parent.map_or(&mut roots, |parent| &mut free[parent]);
            let start = *next;
            *next += sizes[at];
            spans[at] = (start, start + sizes[at]);
            free[at] = start + 1;
        }
        Subtrees { spans }
    }

    /// Whether `node` is in the subtree of `root`.
    fn is_in(&self, node: usize, root: usize) -> bool {
        let (start, end) = self.spans[root];
        (start..end).contains(&self.spans[node].0)
    }
}
