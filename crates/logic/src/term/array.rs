//! Array values: `store` chains over a constant array, indices in the order of values, no entry equal to the default.
//!
//! Over an infinite index sort this is unique. Over a finite one every value counts with the number of indices it is found
//! at, and the default is the most frequent value, the least of these in the order of values.

use super::{Op, Sort, SortId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::{cmp::Ordering, collections::BTreeMap};

/// The default and the entries of an array value, entries by rising index.
pub type ArrayEntries = (TermId, Vec<(TermId, TermId)>);

/// Sorts with more values than this count as infinite: no array has half as many entries.
const LARGEST_FINITE: u64 = 1 << 32;

impl Terms {
    /// The value of array sort `sort` that has these entries (of two at one index, the later) and `default` elsewhere.
    /// All arguments must be values.
    ///
    /// # Panics
    /// When `sort` is no array sort or the values do not fit it.
    pub fn make_array(
        &mut self,
        sort: SortId,
        default: TermId,
        entries: impl IntoIterator<Item = (TermId, TermId)>,
    ) -> TermId {
        let entries: FxHashMap<TermId, TermId> = entries.into_iter().collect();
        let mut entries: Vec<(TermId, TermId)> = entries.into_iter().filter(|(_, v)| *v != default).collect();
        let mut default = default;
        if let Some(best) = self.better_default(sort, default, &entries) {
            let old = std::mem::replace(&mut default, best);
            let all = self.all_values(self.array_sorts(sort).0);
            let given: FxHashMap<TermId, TermId> = entries.into_iter().collect();
            entries = all.into_iter().map(|i| (i, given.get(&i).copied().unwrap_or(old))).collect();
            entries.retain(|(_, v)| *v != best);
        }
        entries.sort_by(|a, b| self.compare_values(a.0, b.0));
        let base = self.app(Op::ConstArray(sort), [default]);
        entries.into_iter().fold(base, |array, (index, value)| self.app(Op::Store, [array, index, value]))
    }

    /// The default and entries of a chain of stores over a constant array, innermost store first.
    pub fn array_entries(&self, array: TermId) -> Option<ArrayEntries> {
        let mut entries = Vec::new();
        let mut t = array;
        while let (Op::Store, &[base, index, value]) = (self.op(t), self.args(t)) {
            entries.push((index, value));
            t = base;
        }
        entries.reverse();
        match self.op(t) {
            Op::ConstArray(_) => Some((self.args(t)[0], entries)),
            _ => None,
        }
    }

    /// The element at an index of an array value.
    pub(super) fn array_get(&self, array: TermId, index: TermId) -> Option<TermId> {
        let mut t = array;
        while let (Op::Store, &[base, i, value]) = (self.op(t), self.args(t)) {
            if i == index {
                return Some(value);
            }
            t = base;
        }
        matches!(self.op(t), Op::ConstArray(_)).then(|| self.args(t)[0])
    }

    /// The array value with one element changed.
    pub(super) fn array_set(&mut self, array: TermId, index: TermId, value: TermId) -> Option<TermId> {
        let sort = self.sort_of(array);
        let (default, mut entries) = self.array_entries(array)?;
        let at_end = entries.last().is_none_or(|(last, _)| self.compare_values(*last, index) == Ordering::Less);
        if at_end && value != default {
            entries.push((index, value));
            if self.better_default(sort, default, &entries).is_none() {
                return Some(self.app(Op::Store, [array, index, value]));
            }
        } else {
            entries.push((index, value));
        }
        Some(self.make_array(sort, default, entries))
    }

    /// Whether [`Terms::make_array`] would build exactly this.
    pub(super) fn is_canonical_array(&self, sort: SortId, default: TermId, entries: &[(TermId, TermId)]) -> bool {
        entries.iter().all(|(_, v)| *v != default)
            && entries.windows(2).all(|w| self.compare_values(w[0].0, w[1].0) == Ordering::Less)
            && self.better_default(sort, default, entries).is_none()
    }

    /// For a finite index sort, the value that should be the default instead; entries have distinct indices and no default.
    fn better_default(&self, sort: SortId, default: TermId, entries: &[(TermId, TermId)]) -> Option<TermId> {
        let size = self.cardinality(self.array_sorts(sort).0)?;
        let given = entries.len() as u64;
        // Beyond this point no other value can be as frequent as the default.
        if size > 2 * given {
            return None;
        }
        let mut counts: FxHashMap<TermId, u64> = FxHashMap::default();
        if size > given {
            counts.insert(default, size - given);
        }
        for (_, value) in entries {
            *counts.entry(*value).or_default() += 1;
        }
        let best = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| self.compare_values(b.0, a.0)))?.0;
        (best != default).then_some(best)
    }

    fn array_sorts(&self, sort: SortId) -> (SortId, SortId) {
        match *self.sort(sort) {
            Sort::Array(index, element) => (index, element),
            _ => panic!("{} is no array sort", self.display_sort(sort)),
        }
    }

    /// The number of values, for a finite sort of reasonable size.
    fn cardinality(&self, sort: SortId) -> Option<u64> {
        self.cardinality_with(sort, &mut BTreeMap::new())
    }

    /// A sort met again while it is being counted is recursive, hence infinite.
    fn cardinality_with(&self, sort: SortId, known: &mut BTreeMap<SortId, Option<u64>>) -> Option<u64> {
        if let Some(size) = known.get(&sort) {
            return *size;
        }
        let size = match *self.sort(sort) {
            Sort::Bool => Some(2),
            Sort::Int | Sort::Real | Sort::Uninterpreted(_) => None,
            Sort::BitVec(width) => 1u64.checked_shl(width),
            Sort::Array(index, element) => match self.cardinality_with(element, known) {
                Some(1) => Some(1),
                Some(elements) => self
                    .cardinality_with(index, known)
                    .and_then(|indices| elements.checked_pow(u32::try_from(indices).ok()?)),
                None => None,
            },
            Sort::Datatype(d) => {
                known.insert(sort, None);
                self.constructors(d)
                    .map(|(_, c)| {
                        let mut sizes = c.fields.iter().map(|f| self.cardinality_with(f.sort, known));
                        sizes.try_fold(1u64, |product, size| product.checked_mul(size?))
                    })
                    .try_fold(0u64, |sum, size| sum.checked_add(size?))
            }
        };
        let size = size.filter(|n| *n <= LARGEST_FINITE);
        known.insert(sort, size);
        size
    }

    /// All values of a finite sort.
    fn all_values(&mut self, sort: SortId) -> Vec<TermId> {
        match *self.sort(sort) {
            Sort::Bool => vec![self.bottom(), self.top()],
            Sort::BitVec(width) => (0..1u64 << width).map(|n| self.bit_vec_value(width, n.into())).collect(),
            Sort::Datatype(d) => {
                let constructors: Vec<_> =
                    self.constructors(d).map(|(id, c)| (id, c.fields.iter().map(|f| f.sort).collect())).collect();
                let mut values = Vec::new();
                for (id, fields) in constructors {
                    let rows = self.tuples(fields);
                    values.extend(rows.into_iter().map(|args| self.app(Op::Construct(id), args)));
                }
                values
            }
            Sort::Array(index, element) => {
                let element_values = self.all_values(element);
                if let [only] = element_values[..] {
                    return vec![self.make_array(sort, only, [])];
                }
                let indices = self.all_values(index);
                let rows = self.tuples(vec![element; indices.len()]);
                rows.into_iter()
                    .map(|row| self.make_array(sort, row[0], indices.iter().copied().zip(row.iter().copied())))
                    .collect()
            }
            Sort::Int | Sort::Real | Sort::Uninterpreted(_) => unreachable!("only finite sorts are enumerated"),
        }
    }

    /// All rows of values of these finite sorts.
    fn tuples(&mut self, sorts: Vec<SortId>) -> Vec<Vec<TermId>> {
        sorts.into_iter().fold(vec![Vec::new()], |rows, sort| {
            let values = self.all_values(sort);
            rows.iter().flat_map(|row| values.iter().map(|v| [row.as_slice(), &[*v]].concat())).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Constructor, Datatype, Field};

    /// `(Array index Int)` values from all sequences of up to five stores over three constants.
    fn check_equality_is_identity(terms: &mut Terms, index: SortId, size: usize) {
        let sort = terms.intern_sort(Sort::Array(index, SortId::INT));
        let indices = terms.all_values(index);
        assert_eq!(indices.len(), size);
        let numbers: Vec<TermId> = (0..3).map(|n| terms.int(n)).collect();
        let mut by_content: FxHashMap<Vec<TermId>, TermId> = FxHashMap::default();
        let mut arrays: Vec<TermId> = numbers.iter().map(|n| terms.make_array(sort, *n, [])).collect();
        for _ in 0..size {
            for array in arrays.clone() {
                for &i in &indices {
                    arrays.extend(numbers.iter().map(|n| terms.array_set(array, i, *n).unwrap()));
                }
            }
            arrays.sort();
            arrays.dedup();
        }
        for array in arrays {
            assert!(terms.is_value(array));
            let content: Vec<TermId> = indices.iter().map(|i| terms.array_get(array, *i).unwrap()).collect();
            assert_eq!(*by_content.entry(content).or_insert(array), array);
        }
        assert_eq!(by_content.len(), 3usize.pow(size as u32));
    }

    #[test]
    fn arrays_over_finite_sorts_are_equal_when_their_elements_are() {
        let mut terms = Terms::new();
        check_equality_is_identity(&mut terms, SortId::BOOL, 2);
        let bits = terms.intern_sort(Sort::BitVec(2));
        check_equality_is_identity(&mut terms, bits, 4);
        let inner = terms.intern_sort(Sort::Array(SortId::BOOL, SortId::BOOL));
        check_equality_is_identity(&mut terms, inner, 4);
        let fields = vec![Field { name: "of".into(), sort: SortId::BOOL }];
        let (_, maybe) = terms.add_datatype(Datatype {
            name: "maybe".into(),
            params: [].into(),
            constructors: vec![
                Constructor { name: "none".into(), fields: vec![] },
                Constructor { name: "some".into(), fields },
            ],
        });
        check_equality_is_identity(&mut terms, maybe, 3);
    }

    #[test]
    fn entries_are_sorted_and_defaults_dropped() {
        let mut terms = Terms::new();
        let sort = terms.intern_sort(Sort::Array(SortId::INT, SortId::INT));
        let n: Vec<TermId> = [0, 1, -1].iter().map(|n| terms.int(*n)).collect();
        let array = terms.make_array(sort, n[0], [(n[1], n[0]), (n[0], n[1]), (n[2], n[2]), (n[0], n[2])]);
        assert_eq!(terms.array_entries(array), Some((n[0], vec![(n[2], n[2]), (n[0], n[2])])));
        assert!(terms.is_value(array));
        let unsorted = terms.app(Op::Store, [array, n[2], n[1]]);
        assert!(!terms.is_value(unsorted));
        let useless = terms.app(Op::Store, [array, n[1], n[0]]);
        assert!(!terms.is_value(useless));
        assert_eq!(terms.array_set(array, n[1], n[0]), Some(array));
        assert_eq!(terms.array_get(array, n[1]), Some(n[0]));
    }

    #[test]
    fn wide_bit_vectors_count_as_infinite() {
        let mut terms = Terms::new();
        for (width, size) in [(8, Some(256)), (32, Some(1 << 32)), (33, None), (64, None), (1000, None)] {
            let sort = terms.intern_sort(Sort::BitVec(width));
            assert_eq!(terms.cardinality(sort), size);
        }
    }
}
