//! Classes of variables that equations make equal, or different by a number; some with a value.

use super::solutions::{Plain, Solutions};
use crate::term::{TermId, Terms, VarId};
use dashu_ratio::RBig;
use rustc_hash::FxHashMap;

/// What stands for a class: its oldest variable, or zero for the class of the numbers.
pub type Root = Option<VarId>;

/// A partition of variables; a variable that was never mentioned is alone.
#[derive(Clone, Default, Debug)]
pub struct Classes {
    /// A variable is its parent and a number.
    parents: FxHashMap<VarId, (Root, RBig)>,
    /// The value of a class, where that is not a number, by its root.
    values: FxHashMap<VarId, TermId>,
}

impl Classes {
    /// What the equations among some conjuncts say.
    pub fn of(terms: &mut Terms, conjuncts: &[TermId]) -> Self {
        let mut classes = Classes::default();
        for &conjunct in conjuncts {
            for plain in Solutions::of(terms, conjunct).plain(terms) {
                match plain {
                    Plain::Value(var, value) => classes.set(terms, var, value),
                    Plain::Difference(var, other, number) => classes.union(var, other, number),
                }
            }
        }
        classes
    }

    /// What stands for the class of a variable, and how much more than it the variable is.
    pub fn root(&self, var: VarId) -> (Root, RBig) {
        let (mut root, mut more) = (var, RBig::ZERO);
        while let Some((parent, number)) = self.parents.get(&root) {
            more += number;
            match parent {
                Some(parent) => root = *parent,
                None => return (None, more),
            }
        }
        (Some(root), more)
    }

    /// The value of a variable, if it is known.
    pub fn value_of(&self, terms: &mut Terms, var: VarId) -> Option<TermId> {
        match self.root(var) {
            (None, number) => Some(terms.numeral(terms.var(var).sort, number)),
            (Some(root), _) => self.value(root),
        }
    }

    /// The value of a class that is not a number, if it is known.
    pub fn value(&self, root: VarId) -> Option<TermId> {
        self.values.get(&root).copied()
    }

    /// Whether two variables of a sort are known to be equal.
    pub fn are_equal(&self, a: VarId, b: VarId) -> bool {
        match (self.root(a), self.root(b)) {
            (a, b) if a == b => true,
            ((Some(a), _), (Some(b), _)) => self.value(a).is_some_and(|value| self.value(b) == Some(value)),
            _ => false,
        }
    }

    /// Makes a variable equal to another and a number.
    pub fn union(&mut self, var: VarId, other: VarId, number: RBig) {
        let ((a, more), (b, more_than_b)) = (self.root(var), self.root(other));
        // a + more = b + more_than_b + number
        let difference = more_than_b + number - more;
        match (a, b) {
            // The older variable is the root; a contradiction is ignored: such a rule derives nothing anyway.
            (a, b) if a == b => {}
            (Some(child), root) if root.is_none_or(|root| root < child) => self.attach(child, root, difference),
            (root, Some(child)) => self.attach(child, root, -difference),
            (_, None) => {}
        }
    }

    /// Gives a variable a value. A second, different one is ignored.
    pub fn set(&mut self, terms: &Terms, var: VarId, value: TermId) {
        match (self.root(var), terms.number(value)) {
            ((Some(root), more), Some(number)) => self.attach(root, None, number - more),
            ((Some(root), _), None) if !terms.sort_of(value).is_arithmetic() => {
                self.values.entry(root).or_insert(value);
            }
            _ => {}
        }
    }

    fn attach(&mut self, child: VarId, root: Root, difference: RBig) {
        self.parents.insert(child, (root, difference));
        if let (Some(value), Some(root)) = (self.values.remove(&child), root) {
            self.values.entry(root).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::SortId;

    #[test]
    fn differences_add_up() {
        let mut terms = Terms::new();
        let [x, y, z, u] = ["x", "y", "z", "u"].map(|name| terms.fresh_var(name, SortId::INT));
        let mut classes = Classes::default();
        classes.union(y, x, RBig::from(2));
        classes.union(z, u, RBig::from(-1));
        assert!(!classes.are_equal(y, z));
        // u = z + 1 = y + 4, so z = x + 5.
        classes.union(u, y, RBig::from(4));
        assert_eq!(classes.root(z), (Some(x), RBig::from(5)));
        let seven = terms.int(7);
        classes.set(&terms, z, seven);
        assert_eq!(classes.root(x), (None, RBig::from(2)));
        assert_eq!(classes.root(u), (None, RBig::from(8)));
        let w = terms.fresh_var("w", SortId::INT);
        classes.set(&terms, w, seven);
        assert!(classes.are_equal(w, z) && !classes.are_equal(w, u));
    }
}
