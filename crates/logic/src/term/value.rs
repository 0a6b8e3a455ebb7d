//! Values: ground terms in normal form, so that two values are equal exactly when their ids are.
//!
//! These are `true` and `false`, numerals, constructors applied to values, arrays as [`Terms::make_array`] builds them, and
//! nullary functions of an uninterpreted sort, where different functions are different elements and there are as many as
//! one likes.

use super::{Op, Sort, SortId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

impl Terms {
    /// Whether the term is a value.
    pub fn is_value(&self, t: TermId) -> bool {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.op(t) {
                Op::Construct(_) => stack.extend_from_slice(self.args(t)),
                Op::ConstArray(_) | Op::Store => {
                    let Some((default, entries)) = self.array_entries(t) else { return false };
                    stack.push(default);
                    stack.extend(entries.iter().flat_map(|&(i, v)| [i, v]));
                    if !self.is_canonical_array(self.sort_of(t), default, &entries) {
                        return false;
                    }
                }
                _ if !self.is_atomic_value(t) => return false,
                _ => {}
            }
        }
        true
    }

    /// Whether the term is a value without parts.
    pub(super) fn is_atomic_value(&self, t: TermId) -> bool {
        match self.op(t) {
            Op::True | Op::False | Op::Int(_) | Op::Real(_) | Op::BitVec { .. } => true,
            Op::Construct(_) => self.args(t).is_empty(),
            Op::Apply(_) => self.args(t).is_empty() && matches!(self.sort(self.sort_of(t)), Sort::Uninterpreted(_)),
            _ => false,
        }
    }

    /// The fixed order of values of one sort: numbers by size, `false` before `true`, constructors and elements by age,
    /// what has parts from left to right.
    pub fn compare_values(&self, a: TermId, b: TermId) -> Ordering {
        let mut stack = vec![(a, b)];
        while let Some((a, b)) = stack.pop() {
            if a == b {
                continue;
            }
            let order = match (self.op(a), self.op(b)) {
                (Op::Int(a), Op::Int(b)) => a.cmp(b),
                (Op::Real(a), Op::Real(b)) => a.cmp(b),
                (Op::BitVec { value: a, .. }, Op::BitVec { value: b, .. }) => a.cmp(b),
                (Op::Construct(a), Op::Construct(b)) => a.cmp(b),
                (Op::Apply(a), Op::Apply(b)) => a.cmp(b),
                (Op::True, Op::False) | (Op::Store, Op::ConstArray(_)) => Ordering::Greater,
                (Op::False, Op::True) | (Op::ConstArray(_), Op::Store) => Ordering::Less,
                _ => Ordering::Equal,
            };
            if order != Ordering::Equal {
                return order;
            }
            // Different terms under one operator: the first pair of arguments that differs decides.
            stack.extend(self.args(a).iter().copied().zip(self.args(b).iter().copied()).rev());
        }
        Ordering::Equal
    }

    /// Some value of the sort; `None` for a datatype without finite values. An uninterpreted sort `U` gets the element `U!val!0`.
    pub fn default_value(&mut self, sort: SortId) -> Option<TermId> {
        let sorts = self.component_sorts(sort);
        let mut values: FxHashMap<SortId, TermId> = FxHashMap::default();
        // A datatype gets its value from the first constructor whose fields have one, which may take several rounds.
        while !values.contains_key(&sort) {
            let before = values.len();
            for &s in &sorts {
                if !values.contains_key(&s)
                    && let Some(value) = self.default_from(s, &values)
                {
                    values.insert(s, value);
                }
            }
            if values.len() == before {
                return None;
            }
        }
        values.get(&sort).copied()
    }

    fn default_from(&mut self, sort: SortId, known: &FxHashMap<SortId, TermId>) -> Option<TermId> {
        match self.sort(sort) {
            Sort::Bool => Some(self.bottom()),
            Sort::Int => Some(self.int(0)),
            Sort::Real => Some(self.real(0)),
            Sort::BitVec(width) => Some(self.bit_vec_value(*width, 0u8.into())),
            Sort::Array(_, element) => {
                let value = *known.get(element)?;
                Some(self.app(Op::ConstArray(sort), [value]))
            }
            Sort::Datatype(d) => {
                let (id, args) = self.constructors(*d).find_map(|(id, constructor)| {
                    let args: Option<Vec<TermId>> =
                        constructor.fields.iter().map(|f| known.get(&f.sort).copied()).collect();
                    Some((id, args?))
                })?;
                Some(self.app(Op::Construct(id), args))
            }
            Sort::Uninterpreted(name) => {
                let name = format!("{name}!val!0");
                let known = self.funs().find(|(_, f)| *f.name == *name && f.params.is_empty() && f.result == sort);
                let fun = match known.map(|(id, _)| id) {
                    Some(id) => id,
                    None => self.declare_fun(&name, [], sort),
                };
                Some(self.app(Op::Apply(fun), []))
            }
        }
    }

    /// The sort with the sorts of its parts: array elements (not indices) and fields.
    fn component_sorts(&self, sort: SortId) -> Vec<SortId> {
        let mut found = vec![sort];
        let mut seen: FxHashSet<SortId> = [sort].into_iter().collect();
        let mut next = 0;
        while let Some(&s) = found.get(next) {
            next += 1;
            let parts: Vec<SortId> = match self.sort(s) {
                Sort::Array(_, element) => vec![*element],
                Sort::Datatype(d) => self.constructors(*d).flat_map(|(_, c)| c.fields.iter().map(|f| f.sort)).collect(),
                _ => Vec::new(),
            };
            found.extend(parts.into_iter().filter(|p| seen.insert(*p)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Constructor, Datatype, Field};

    /// `tree = node(left: tree, label: U) | leaf(label: (Array Int Bool))`
    fn tree(terms: &mut Terms) -> SortId {
        let u = terms.intern_sort(Sort::Uninterpreted("U".into()));
        let array = terms.intern_sort(Sort::Array(SortId::INT, SortId::BOOL));
        let (id, sort) =
            terms.add_datatype(Datatype { name: "tree".into(), params: [].into(), constructors: Vec::new() });
        let field = |name: &str, sort| Field { name: name.into(), sort };
        terms.datatype_mut(id).constructors = vec![
            Constructor { name: "node".into(), fields: vec![field("left", sort), field("label", u)] },
            Constructor { name: "leaf".into(), fields: vec![field("bits", array)] },
        ];
        sort
    }

    #[test]
    fn defaults_are_values_and_end() {
        let mut terms = Terms::new();
        let tree = tree(&mut terms);
        let leaf = terms.default_value(tree).unwrap();
        assert_eq!(terms.display(leaf), "(leaf ((as const (Array Int Bool)) false))");
        assert!(terms.is_value(leaf));
        let u = terms.intern_sort(Sort::Uninterpreted("U".into()));
        let element = terms.default_value(u).unwrap();
        assert_eq!(terms.default_value(u), Some(element), "made once");
        assert!(terms.is_value(element));
        let Op::Construct(c) = terms.op(leaf).clone() else { panic!() };
        let node = terms.app(Op::Construct(crate::term::ConstructorId { index: 0, ..c }), [leaf, element]);
        assert!(terms.is_value(node));
        assert_eq!(terms.compare_values(node, leaf), Ordering::Less);
    }

    #[test]
    fn a_datatype_without_end_has_no_value() {
        let mut terms = Terms::new();
        let (id, sort) = terms.add_datatype(Datatype { name: "s".into(), params: [].into(), constructors: Vec::new() });
        let fields = vec![Field { name: "tail".into(), sort }];
        terms.datatype_mut(id).constructors = vec![Constructor { name: "c".into(), fields }];
        assert_eq!(terms.default_value(sort), None);
    }

    #[test]
    fn what_computes_is_no_value() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", SortId::INT);
        let one = terms.int(1);
        let sum = terms.app(Op::Add, [one, one]);
        let c = terms.declare_fun("c", [], SortId::INT);
        let c = terms.app(Op::Apply(c), []);
        assert!(![x, sum, c].into_iter().any(|t| terms.is_value(t)) && terms.is_value(one));
    }
}
