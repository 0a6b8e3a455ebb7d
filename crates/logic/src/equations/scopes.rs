//! Equations below disjunctions: a variable that occurs in one part of a formula alone is defined by an equation of that part.
//!
//! If `x` occurs only in the part `P` of `F`, if `F` wants `P` nowhere to be false, and if `P` implies `x = t`, then
//! `∃x. F[P]` is `F[P[t/x]]`, and `t` is the value of `x`. Likewise if `P` is an atom that `t` for `x` makes what `F` wants.

use crate::term::{Op, SortId, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// The whole formula, of which all that is stated is a part.
const ROOT: usize = 0;

/// The parts of a formula: who implies what, and what occurs in them alone.
pub(super) struct Scopes {
    /// Subterms, what they are part of first.
    nodes: Vec<Node>,
    vars: FxHashMap<VarId, usize>,
}

struct Node {
    /// `None` for the root.
    term: Option<TermId>,
    /// The innermost node through which all ways to this one lead, and how many such nodes there are.
    dominator: usize,
    depth: usize,
    /// Whether the formula may want it to be true, and to be false.
    wanted: [bool; 2],
    /// The outermost part known that implies this one, or its opposite if this is wanted to be false.
    scope: usize,
    /// Whether it is the smallest formula in which some variable occurs alone.
    is_home: bool,
}

impl Scopes {
    /// The parts of a conjunction.
    pub fn new(terms: &Terms, conjuncts: &[TermId]) -> Self {
        let mut subterms = terms.subterms(conjuncts.iter().copied());
        subterms.reverse();
        let place: FxHashMap<TermId, usize> = subterms.iter().enumerate().map(|(i, t)| (*t, i + 1)).collect();
        let root = Node { term: None, dominator: ROOT, depth: 0, wanted: [true, false], scope: ROOT, is_home: false };
        let new = |t: &TermId| Node {
            term: Some(*t),
            dominator: usize::MAX,
            depth: 0,
            wanted: [false; 2],
            scope: place[t],
            is_home: false,
        };
        let mut scopes = Scopes { nodes: vec![root], vars: FxHashMap::default() };
        scopes.nodes.extend(subterms.iter().map(new));
        conjuncts.iter().for_each(|t| scopes.link(ROOT, place[t], [true, false], true));
        for (&term, parent) in subterms.iter().zip(1..) {
            scopes.nodes[parent].depth = scopes.nodes[scopes.nodes[parent].dominator].depth + 1;
            if let Op::Var(var) = terms.op(term) {
                scopes.vars.insert(*var, parent);
            }
            let wanted = scopes.nodes[parent].wanted;
            let [yes, no] = wanted;
            for (position, argument) in terms.args(term).iter().enumerate() {
                let (wanted, implied) = match (terms.op(term), position) {
                    (Op::Not, _) => ([no, yes], yes != no),
                    (Op::And, _) => (wanted, yes && !no),
                    (Op::Or, _) => (wanted, no && !yes),
                    (Op::Implies, 0) => ([no, yes], no && !yes),
                    (Op::Implies, _) => (wanted, no && !yes),
                    (Op::Ite, 1 | 2) => (wanted, false),
                    _ => ([true; 2], false),
                };
                scopes.link(parent, place[argument], wanted, implied);
            }
        }
        let is_formula = |node: &Node| node.term.is_none_or(|t| terms.sort_of(t) == SortId::BOOL);
        for &var in scopes.vars.values() {
            let mut home = var;
            while !is_formula(&scopes.nodes[home]) {
                home = scopes.nodes[home].dominator;
            }
            scopes.nodes[home].is_home = true;
        }
        scopes
    }

    /// Notes that a node is an argument of another.
    fn link(&mut self, parent: usize, child: usize, wanted: [bool; 2], implied: bool) {
        let dominator = match self.nodes[child].dominator {
            usize::MAX => parent,
            known => self.common_dominator(known, parent),
        };
        let scope = self.nodes[parent].scope;
        let node = &mut self.nodes[child];
        node.dominator = dominator;
        node.wanted = [node.wanted[0] || wanted[0], node.wanted[1] || wanted[1]];
        // What is part of others has a smaller number.
        if implied && scope < node.scope {
            node.scope = scope;
        }
    }

    fn common_dominator(&self, mut a: usize, mut b: usize) -> usize {
        while a != b {
            if self.nodes[a].depth >= self.nodes[b].depth {
                a = self.nodes[a].dominator;
            } else {
                b = self.nodes[b].dominator;
            }
        }
        a
    }

    /// The subterms that the formula wants to be only true, or only false, and which of the two; with a handle.
    pub fn stated(&self) -> impl Iterator<Item = (usize, TermId, bool)> + '_ {
        self.nodes.iter().enumerate().filter_map(|(i, node)| match node.wanted {
            [true, false] => Some((i, node.term?, true)),
            [false, true] => Some((i, node.term?, false)),
            _ => None,
        })
    }

    /// Whether the variable occurs only in a part that implies what is stated.
    pub fn is_local(&self, var: VarId, stated: usize) -> bool {
        self.is_alone_in(var, stated) || self.is_alone_in(var, self.nodes[stated].scope)
    }

    /// Whether the part is the smallest formula in which some variable occurs alone.
    pub fn is_home(&self, part: usize) -> bool {
        self.nodes[part].is_home
    }

    /// Whether the variable occurs in the part alone.
    pub fn is_alone_in(&self, var: VarId, part: usize) -> bool {
        let Some(&(mut node)) = self.vars.get(&var) else { return false };
        while self.nodes[node].depth > self.nodes[part].depth {
            node = self.nodes[node].dominator;
        }
        node == part
    }
}
