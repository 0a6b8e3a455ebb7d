//! Sequence and tree interpolants, by one binary interpolation a node.
//!
//! From the leaves, the prefix of a node is its formula with the interpolants of its children, and the suffix is all that is
//! outside its subtree, where the parts that have an interpolant already are replaced by it: what is found is near to what can be
//! derived. From the root, the prefix is the whole subtree, and the suffix is one step: the parent's formula, the negation of its
//! interpolant, and the siblings: what is found is near to what must not be derived. In both cases the interpolant of a node
//! follows from its formula and the children's interpolants by construction, and this is what the check of each single
//! interpolant checks.

use super::{Failure, Interpolator, Question, Transition};
use alphorn_logic::term::{Op, TermId, Terms, VarId};
use alphorn_smt::Smt;
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

/// Where the work on a tree begins.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Start {
    /// With what has no children.
    #[default]
    Leaves,
    /// With the last node.
    Root,
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
        self.tree(terms, smt, &nodes, Start::Leaves)
    }

    /// For a tree of contradictory formulas, children before parents, a fact for each node: it follows from the node's
    /// formula and the facts of the children, and is over the variables that its subtree shares with the rest. That of the
    /// last node, the root, is false.
    pub fn tree(
        &mut self,
        terms: &mut Terms,
        smt: &Smt,
        nodes: &[TreeNode],
        start: Start,
    ) -> Result<Vec<TermId>, Failure> {
        let tree = Tree::new(terms, nodes);
        match start {
            // Above the root there is nothing to be asked about.
            Start::Root if nodes.len() > 1 => self.root_first(terms, smt, &tree),
            _ => self.leaves_first(terms, smt, &tree),
        }
    }

    fn leaves_first(&mut self, terms: &mut Terms, smt: &Smt, tree: &Tree) -> Result<Vec<TermId>, Failure> {
        // What stands for each node: its formula, then its interpolant, and nothing once its parent has one.
        let mut standing: Vec<Option<TermId>> = tree.nodes.iter().map(|node| Some(node.formula)).collect();
        let mut interpolants = Vec::with_capacity(tree.nodes.len());
        for (at, node) in tree.nodes.iter().enumerate() {
            let facts: Vec<TermId> = tree.children(at).filter_map(|child| standing[child].take()).collect();
            let prefix = terms.and(facts.into_iter().chain([node.formula]));
            standing[at] = None;
            let suffix: Vec<TermId> = standing.iter().flatten().copied().collect();
            let interpolant = self.interpolant_at(terms, smt, tree, at, prefix, suffix)?;
            standing[at] = Some(interpolant);
            interpolants.push(interpolant);
        }
        Ok(interpolants)
    }

    fn root_first(&mut self, terms: &mut Terms, smt: &Smt, tree: &Tree) -> Result<Vec<TermId>, Failure> {
        let mut interpolants: Vec<Option<TermId>> = vec![None; tree.nodes.len()];
        for (at, node) in tree.nodes.iter().enumerate().rev() {
            let Some(parent) = node.parent else {
                interpolants[at] = Some(terms.bottom());
                continue;
            };
            let refuted = interpolants[parent].map(|fact| terms.not(fact));
            let mut suffix: Vec<TermId> = refuted.into_iter().chain([tree.nodes[parent].formula]).collect();
            for sibling in tree.children(parent).filter(|&sibling| sibling != at) {
                match interpolants[sibling] {
                    Some(fact) => suffix.push(fact),
                    None => suffix.extend(tree.below(sibling).map(|node| node.formula)),
                }
            }
            let prefix = terms.and(tree.below(at).map(|node| node.formula));
            interpolants[at] = Some(self.interpolant_at(terms, smt, tree, at, prefix, suffix)?);
        }
        Ok(interpolants.into_iter().flatten().collect())
    }

    /// Between what a node's subtree and the rest stand for.
    fn interpolant_at(
        &mut self,
        terms: &mut Terms,
        smt: &Smt,
        tree: &Tree,
        at: usize,
        prefix: TermId,
        suffix: Vec<TermId>,
    ) -> Result<TermId, Failure> {
        if matches!(terms.op(prefix), Op::True | Op::False) {
            return Ok(prefix);
        }
        if suffix.iter().any(|part| *terms.op(*part) == Op::False) {
            return Ok(terms.top());
        }
        let node = &tree.nodes[at];
        let mut shared = tree.shared(at);
        shared.retain(|v| !node.vars.contains(v));
        // The transitions say nothing of other variables than the node's.
        let transitions = if shared.is_empty() { node.transitions } else { &[] };
        shared.splice(0..0, node.vars.iter().copied());
        let question = Question { suffix: &[suffix], shared: &shared, transitions };
        Ok(self.interpolate_formula(terms, smt, prefix, &question)?.formula)
    }
}

/// A tree, and what is below what.
struct Tree<'a> {
    nodes: &'a [TreeNode<'a>],
    /// The variables of each formula.
    vars: Vec<Vec<VarId>>,
    subtrees: Subtrees,
}

impl<'a> Tree<'a> {
    fn new(terms: &Terms, nodes: &'a [TreeNode]) -> Self {
        let vars = nodes.iter().map(|node| terms.free_vars([node.formula])).collect();
        Tree { nodes, vars, subtrees: Subtrees::new(nodes) }
    }

    fn children(&self, at: usize) -> impl Iterator<Item = usize> {
        (0..at).filter(move |child| self.nodes[*child].parent == Some(at))
    }

    /// The nodes of a subtree.
    fn below(&self, root: usize) -> impl Iterator<Item = &TreeNode<'a>> {
        (0..=root).filter(move |node| self.subtrees.is_in(*node, root)).map(|node| &self.nodes[node])
    }

    /// What a subtree has in common with the rest.
    fn shared(&self, root: usize) -> Vec<VarId> {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            (0..self.nodes.len()).partition(|node| self.subtrees.is_in(*node, root));
        let outside: FxHashSet<VarId> = outside.into_iter().flat_map(|node| self.vars[node].iter().copied()).collect();
        let inside = inside.into_iter().flat_map(|node| self.vars[node].iter().copied());
        let mut shared: Vec<VarId> = inside.filter(|v| outside.contains(v)).collect();
        shared.sort_unstable();
        shared.dedup();
        shared
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
