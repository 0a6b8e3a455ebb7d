//! Interpolants of arrays: equality reasoning with reads over writes.
//!
//! A write is read at its own index, and passed by reads at indices that are known to differ from it. Whether two
//! indices differ is settled by case splits when both are in the language of one side; arrays that differ do so at an index
//! that only the side knows that says so.

use super::{
    closure::{Apart, Disequality, Node, Reason},
    equality::{Equalities, is_numeral},
    meter::Meter,
    vocabulary::{Owner, signed_atom},
};
use crate::Budget;
use alphorn_logic::term::{Op, Sort, TermId, Terms, VarId};
use alphorn_smt::Smt;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Splits inside of splits.
const DEPTH: usize = 10;

/// An interpolant of two cubes that contradict each other by equalities and by what is read from and written to arrays.
pub fn array(
    terms: &mut Terms,
    _smt: &mut Smt,
    a: &[TermId],
    b: &[TermId],
    shared: &[VarId],
    budget: &Budget,
) -> Option<TermId> {
    let has_arrays = |op: &Op| matches!(op, Op::Select | Op::Store | Op::ConstArray(_));
    if !terms.any_op(a.iter().chain(b).copied(), has_arrays) {
        return None;
    }
    let mut meter = Meter::new(budget);
    let [a, b] = [a, b].map(|cube| with_witnesses(terms, cube));
    by_cases(terms, (a, b), shared, &mut meter, DEPTH)
}

/// Closes the equalities; while there is no conflict, splits on whether two indices are equal.
fn by_cases(
    terms: &mut Terms,
    (a, b): (Vec<TermId>, Vec<TermId>),
    shared: &[VarId],
    meter: &mut Meter,
    depth: usize,
) -> Option<TermId> {
    meter.case()?;
    let equalities = Equalities::new(terms, (&a, &b), shared, meter.budget().literals)?;
    let mut reads = Reads::new(terms, equalities, meter.budget().literals)?;
    if let Some(conflict) = reads.close(terms) {
        return reads.equalities.explain(terms, conflict);
    }
    let (equal, side) = reads.undecided(terms)?;
    let depth = depth.checked_sub(1)?;
    let different = terms.not(equal);
    let mut formulas = Vec::new();
    for case in [equal, different] {
        let (mut a, mut b) = (a.clone(), b.clone());
        if side == Owner::A {
            a.push(case)
        } else {
            b.push(case)
        }
        formulas.push(by_cases(terms, (a, b), shared, meter, depth)?);
    }
    Some(if side == Owner::A { terms.or(formulas) } else { terms.and(formulas) })
}

/// A read of a written array, `select(store(a, i, v), j)`, which is `select(a, j)` where i and j differ.
struct Pass {
    side: Owner,
    indices: [Node; 2],
    reads: [Node; 2],
}

/// Which classes are known to differ.
#[derive(Default)]
struct Differences {
    /// By what a side says, in both orders.
    given: FxHashMap<[Node; 2], Disequality>,
    /// The classes that have a value.
    values: FxHashMap<Node, Node>,
}

impl Differences {
    /// Why two classes differ, if they do.
    fn between(&self, classes: [Node; 2]) -> Option<Disequality> {
        if classes[0] == classes[1] {
            return None;
        }
        let values = || {
            let [s, t] = classes.map(|class| self.values.get(&class).copied());
            Some(Disequality { nodes: [s?, t?], owner: Owner::Shared })
        };
        self.given.get(&classes).copied().or_else(values)
    }
}

struct Reads {
    equalities: Equalities,
    passes: Vec<Pass>,
}

impl Reads {
    /// Adds the reads that may matter, at most `limit` of them.
    fn new(terms: &mut Terms, mut equalities: Equalities, limit: usize) -> Option<Reads> {
        equalities.closure.close(terms);
        let nodes: Vec<TermId> = (0..equalities.closure.len()).map(|node| equalities.closure.term(node)).collect();
        let indices = indices(terms, &mut equalities);
        let mut reads = Reads { equalities, passes: Vec::new() };
        let mut added = 0;
        for array in nodes {
            let index_sort = match (terms.op(array), terms.sort(terms.sort_of(array))) {
                (Op::Store | Op::ConstArray(_), Sort::Array(index, _)) => *index,
                _ => continue,
            };
            for &at in &indices {
                if terms.sort_of(at) == index_sort
                    && let Some(side) = reads.common_side(terms, array, at)
                {
                    added += 1;
                    if added > limit {
                        return None;
                    }
                    reads.add(terms, array, at, side);
                }
            }
        }
        Some(reads)
    }

    /// The side in whose language both terms are.
    fn common_side(&self, terms: &Terms, s: TermId, t: TermId) -> Option<Owner> {
        match (self.equalities.languages.owner(terms, s), self.equalities.languages.owner(terms, t)) {
            (Owner::A, Owner::B) | (Owner::B, Owner::A) => None,
            (Owner::A, _) | (_, Owner::A) => Some(Owner::A),
            _ => Some(Owner::B),
        }
    }

    /// Adds the read of a constant or written array at an index.
    fn add(&mut self, terms: &mut Terms, array: TermId, at: TermId, side: Owner) {
        let read = terms.app(Op::Select, [array, at]);
        match terms.args(array).to_vec()[..] {
            [value] => self.equalities.add_equation(terms, read, value, side),
            [_, index, value] if index == at => self.equalities.add_equation(terms, read, value, side),
            [base, index, _] => {
                let passed = terms.app(Op::Select, [base, at]);
                let closure = &mut self.equalities.closure;
                let indices = [closure.add(terms, index), closure.add(terms, at)];
                let reads = [closure.add(terms, read), closure.add(terms, passed)];
                self.passes.push(Pass { side, indices, reads });
            }
            _ => {}
        }
    }

    /// Closes under congruence and reads that pass; the conflict, if there is one.
    fn close(&mut self, terms: &Terms) -> Option<Disequality> {
        loop {
            self.equalities.closure.close(terms);
            if let Some(conflict) = self.equalities.conflict(terms) {
                return Some(conflict);
            }
            let apart = self.differences(terms);
            let Reads { equalities: Equalities { closure, .. }, passes } = self;
            let mut changed = false;
            for pass in passes.iter() {
                if let Some(by) = apart.between(pass.indices.map(|node| closure.class(node))) {
                    let reason = Reason::Passed(pass.side, Apart { nodes: pass.indices, by });
                    changed |= closure.merge(pass.reads[0], pass.reads[1], reason);
                }
            }
            if !changed {
                return None;
            }
        }
    }

    fn differences(&mut self, terms: &Terms) -> Differences {
        let Equalities { closure, disequalities, .. } = &mut self.equalities;
        let mut differences = Differences::default();
        for Disequality { nodes, owner } in disequalities.iter() {
            for nodes in [*nodes, [nodes[1], nodes[0]]] {
                let classes = nodes.map(|node| closure.class(node));
                differences.given.entry(classes).or_insert(Disequality { nodes, owner: *owner });
            }
        }
        for node in 0..closure.len() {
            if is_numeral(terms, closure.term(node)) {
                differences.values.insert(closure.class(node), node);
            }
        }
        differences
    }

    /// An equation between indices that is neither known to hold nor known not to, and a side in whose language it is.
    fn undecided(&mut self, terms: &mut Terms) -> Option<(TermId, Owner)> {
        let apart = self.differences(terms);
        let closure = &mut self.equalities.closure;
        let pass = self.passes.iter().find(|pass| {
            let classes = pass.indices.map(|node| closure.class(node));
            classes[0] != classes[1] && apart.between(classes).is_none()
        })?;
        let [s, t] = pass.indices.map(|node| self.equalities.closure.term(node));
        let side = self.common_side(terms, s, t)?;
        Some((terms.eq(s, t), side))
    }
}

/// Arrays that differ do so at some index, which gets a name.
fn with_witnesses(terms: &mut Terms, cube: &[TermId]) -> Vec<TermId> {
    let mut literals = cube.to_vec();
    for literal in cube {
        let (atom, positive) = signed_atom(terms, *literal);
        let arrays = match (terms.op(atom), terms.args(atom)) {
            (Op::Eq, &[s, t]) if !positive => [s, t],
            (Op::Distinct, &[s, t]) if positive => [s, t],
            _ => continue,
        };
        if let Sort::Array(index, _) = *terms.sort(terms.sort_of(arrays[0])) {
            let witness = terms.fresh("k", index);
            let [s, t] = arrays.map(|array| terms.app(Op::Select, [array, witness]));
            let equal = terms.eq(s, t);
            literals.push(terms.not(equal));
        }
    }
    literals
}

/// Where arrays are read or written, each with a shared term that it is equal to, if there is one: that one the other side
/// knows as well.
fn indices(terms: &Terms, equalities: &mut Equalities) -> IndexSet<TermId, FxBuildHasher> {
    let Equalities { languages, closure, .. } = equalities;
    let mut shared: FxHashMap<Node, TermId> = FxHashMap::default();
    let mut indices = IndexSet::default();
    for node in 0..closure.len() {
        let term = closure.term(node);
        if languages.owner(terms, term) == Owner::Shared {
            shared.entry(closure.class(node)).or_insert(term);
        }
        if matches!(terms.op(term), Op::Select | Op::Store) {
            indices.insert(terms.args(term)[1]);
        }
    }
    let known: Vec<Node> = indices.iter().filter_map(|index| closure.node(*index)).collect();
    indices.extend(known.into_iter().filter_map(|node| shared.get(&closure.class(node)).copied()));
    indices
}
