//! Formulas: junctions, equivalence, choice. All arguments are simplified already.

use super::LARGEST_ABSORBED;
use crate::term::{Op, SortId, TermId, Terms};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

impl Terms {
    /// `and` or `or`: flat, without duplicates, decided when it has an argument and its opposite.
    pub(super) fn simple_junction(&mut self, op: Op, args: &[TermId]) -> TermId {
        let (unit, zero) = if op == Op::And { (Op::True, Op::False) } else { (Op::False, Op::True) };
        let mut parts: IndexSet<TermId, FxBuildHasher> = IndexSet::default();
        for &arg in args {
            match self.op(arg) {
                o if *o == zero => return arg,
                o if *o == unit => {}
                o if *o == op && self.args(arg).len() <= LARGEST_ABSORBED => parts.extend(self.args(arg)),
                _ => {
                    parts.insert(arg);
                }
            }
        }
        if self.has_opposites(&parts) {
            return self.app(zero, []);
        }
        if let Some(fewer) = self.resolve(&op, &parts) {
            return self.simple_junction(op, &fewer);
        }
        match parts.len() {
            0 => self.app(unit, []),
            1 => parts[0],
            _ => self.app(op, parts),
        }
    }

    /// Of two parts that are the same but for one opposite, what they have in common: `(c or F) and (not c or F)` is `F`.
    /// `None` if there are no such parts.
    fn resolve(&mut self, op: &Op, parts: &IndexSet<TermId, FxBuildHasher>) -> Option<Vec<TermId>> {
        let dual = if *op == Op::And { Op::Or } else { Op::And };
        let is_dual = |terms: &Terms, t: TermId| *terms.op(t) == dual && terms.args(t).len() <= LARGEST_ABSORBED;
        if parts.iter().filter(|&&t| is_dual(self, t)).count() < 2 {
            return None;
        }
        // By the arguments without their signs: the signs, and the part.
        let mut seen: FxHashMap<Vec<TermId>, Vec<(Vec<TermId>, TermId)>> = FxHashMap::default();
        let mut gone: FxHashSet<TermId> = FxHashSet::default();
        let mut found = Vec::new();
        for &part in parts {
            if !is_dual(self, part) {
                continue;
            }
            let mut signed: Vec<(TermId, TermId)> = Vec::with_capacity(self.args(part).len());
            for arg in self.args(part).to_vec() {
                signed.push((self.negate(arg).min(arg), arg));
            }
            signed.sort_unstable();
            let (key, args): (Vec<TermId>, Vec<TermId>) = signed.into_iter().unzip();
            let group = seen.entry(key).or_default();
            let differs_once =
                |(other, _): &(Vec<TermId>, TermId)| other.iter().zip(&args).filter(|(a, b)| a != b).count() == 1;
            match group.iter().position(differs_once) {
                Some(at) => {
                    let (other, twin) = group.swap_remove(at);
                    gone.extend([part, twin]);
                    let common: Vec<TermId> =
                        other.iter().zip(&args).filter(|(a, b)| a == b).map(|(a, _)| *a).collect();
                    found.push(self.simple_junction(dual.clone(), &common));
                }
                None => group.push((args, part)),
            }
        }
        if found.is_empty() {
            return None;
        }
        Some(parts.iter().copied().filter(|t| !gone.contains(t)).chain(found).collect())
    }

    fn has_opposites(&mut self, parts: &IndexSet<TermId, FxBuildHasher>) -> bool {
        let negated: FxHashSet<TermId> =
            parts.iter().filter(|t| *self.op(**t) == Op::Not).map(|t| self.args(*t)[0]).collect();
        parts.iter().any(|t| negated.contains(t) || self.opposite(*t).is_some_and(|o| parts.contains(&o)))
    }

    /// Equality of formulas: negations outside, arguments in order.
    pub(super) fn simple_iff(&mut self, a: TermId, b: TermId) -> TermId {
        let mut positive = true;
        let [a, b] = [a, b].map(|t| match self.op(t) {
            Op::Not => {
                positive = !positive;
                self.args(t)[0]
            }
            _ => t,
        });
        let equal = match (self.truth(a), self.truth(b)) {
            _ if a == b => self.top(),
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) => self.negate(b),
            (_, Some(false)) => self.negate(a),
            _ if self.opposite(a) == Some(b) => self.bottom(),
            _ => self.app(Op::Eq, [a.min(b), a.max(b)]),
        };
        if positive { equal } else { self.negate(equal) }
    }

    /// A choice; between formulas with a known one, a junction.
    pub(super) fn simple_ite(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        let (condition, yes, no) = match self.op(condition) {
            Op::Not => (self.args(condition)[0], no, yes),
            _ => (condition, yes, no),
        };
        let yes = self.under_condition(condition, yes, 1);
        let no = self.under_condition(condition, no, 2);
        if let Some(truth) = self.truth(condition) {
            return if truth { yes } else { no };
        }
        if yes == no {
            return yes;
        }
        if self.sort_of(yes) != SortId::BOOL {
            return self.app(Op::Ite, [condition, yes, no]);
        }
        let not = self.negate(condition);
        match (self.truth(yes), self.truth(no)) {
            (Some(true), _) => self.simple_junction(Op::Or, &[condition, no]),
            (Some(false), _) => self.simple_junction(Op::And, &[not, no]),
            (_, Some(true)) => self.simple_junction(Op::Or, &[not, yes]),
            (_, Some(false)) => self.simple_junction(Op::And, &[condition, yes]),
            _ if self.negate(yes) == no => self.simple_iff(condition, yes),
            _ => self.app(Op::Ite, [condition, yes, no]),
        }
    }

    /// A branch under its condition: of a choice on the same condition, only the branch at `position`.
    fn under_condition(&mut self, condition: TermId, branch: TermId, position: usize) -> TermId {
        match (self.op(branch), self.args(branch)) {
            _ if branch == condition => self.bool(position == 1),
            (Op::Ite, args) if args[0] == condition => args[position],
            _ => branch,
        }
    }
}
