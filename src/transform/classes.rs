//! Classes of variables that equations make equal, some with a value.

use super::solutions::Solutions;
use crate::term::{Op, TermId, Terms, VarId};
use rustc_hash::FxHashMap;

/// A partition of variables; a variable that was never mentioned is alone.
#[derive(Clone, Default, Debug)]
pub(super) struct Classes {
    parents: FxHashMap<VarId, VarId>,
    /// The value of a class, by its root.
    values: FxHashMap<VarId, TermId>,
}

impl Classes {
    /// What the equations among some conjuncts say.
    pub fn of(terms: &mut Terms, conjuncts: &[TermId]) -> Self {
        let mut classes = Classes::default();
        for &conjunct in conjuncts {
            let ways = Solutions::of(terms, conjunct);
            if !ways.may_be_plain() {
                continue;
            }
            for var in ways.vars(terms) {
                let term = ways.term(terms, var);
                match terms.op(term) {
                    Op::Var(other) => classes.union(var, *other),
                    _ if terms.is_value(term) => classes.set(var, term),
                    _ => {}
                }
            }
        }
        classes
    }

    /// The variable that stands for a class.
    pub fn root(&self, var: VarId) -> VarId {
        let mut root = var;
        while let Some(&parent) = self.parents.get(&root) {
            root = parent;
        }
        root
    }

    /// The value of a variable, if it is known.
    pub fn value(&self, var: VarId) -> Option<TermId> {
        self.values.get(&self.root(var)).copied()
    }

    /// Whether two variables are known to be equal.
    pub fn are_equal(&self, a: VarId, b: VarId) -> bool {
        self.root(a) == self.root(b) || self.value(a).is_some_and(|value| self.value(b) == Some(value))
    }

    /// Makes two variables equal.
    pub fn union(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        // The older variable is the root.
        let (root, child) = (a.min(b), a.max(b));
        self.parents.insert(child, root);
        if let Some(value) = self.values.remove(&child) {
            self.values.entry(root).or_insert(value);
        }
    }

    /// Gives a variable a value. A second, different one is ignored: such a rule derives nothing anyway.
    pub fn set(&mut self, var: VarId, value: TermId) {
        let root = self.root(var);
        self.values.entry(root).or_insert(value);
    }
}
