//! Equations, arrays and datatypes. All arguments are simplified already.

use super::Simplifier;
use crate::term::{Linear, Op, Relation, SortId, TermId, Terms};
use dashu_ratio::RBig;
use rustc_hash::FxHashSet;

impl Simplifier {
    /// Equality of any sort. Equal constructors are taken apart.
    pub(super) fn equation(&self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let mut parts = Vec::new();
        let mut seen: FxHashSet<(TermId, TermId)> = FxHashSet::default();
        let mut pairs = vec![(a, b)];
        while let Some((a, b)) = pairs.pop() {
            if a == b || !seen.insert((a, b)) {
                continue;
            }
            match (terms.op(a), terms.op(b)) {
                (Op::Construct(c), Op::Construct(d)) if c != d => return terms.bottom(),
                (Op::Construct(_), Op::Construct(_)) => {
                    pairs.extend(terms.args(a).iter().copied().zip(terms.args(b).iter().copied()).rev());
                }
                _ if self.is_value(terms, a) && self.is_value(terms, b) => return terms.bottom(),
                _ => parts.push(self.plain_equation(terms, a, b)),
            }
        }
        terms.simple_junction(Op::And, &parts)
    }

    /// An equation that is not between constructors.
    fn plain_equation(&self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let sort = terms.sort_of(a);
        if sort == SortId::BOOL {
            terms.simple_iff(a, b)
        } else if sort.is_arithmetic() {
            let difference = Linear::of_weights(terms, sort, [(a, RBig::ONE), (b, RBig::NEG_ONE)]);
            difference.compare_to_zero(terms, Relation::Eq)
        } else {
            let value_last = (self.is_value(terms, a), a) < (self.is_value(terms, b), b);
            terms.app(Op::Eq, if value_last { [a, b] } else { [b, a] })
        }
    }

    pub(super) fn distinct(&self, terms: &mut Terms, args: &[TermId]) -> TermId {
        if let [a, b] = *args {
            let equal = self.equation(terms, a, b);
            return terms.negate(equal);
        }
        let different: FxHashSet<TermId> = args.iter().copied().collect();
        if different.len() < args.len() { terms.bottom() } else { terms.app(Op::Distinct, args.iter().copied()) }
    }

    /// Reads through stores as long as it is known whether the index is theirs.
    pub(super) fn select(&self, terms: &mut Terms, array: TermId, index: TermId) -> TermId {
        let mut array = array;
        loop {
            match (terms.op(array), terms.args(array)) {
                (Op::Store, &[_, at, value]) if at == index => return value,
                (Op::Store, &[base, at, _]) => {
                    if !self.surely_different(terms, at, index) {
                        break;
                    }
                    array = base;
                }
                (Op::ConstArray(_), &[value]) => return value,
                _ => break,
            }
        }
        terms.app(Op::Select, [array, index])
    }

    pub(super) fn store(&mut self, terms: &mut Terms, array: TermId, index: TermId, value: TermId) -> TermId {
        let mut array = array;
        while let (Op::Store, &[base, at, _]) = (terms.op(array), terms.args(array))
            && at == index
        {
            array = base;
        }
        if let Some(result) = self.compute(terms, &Op::Store, &[array, index, value]) {
            return result;
        }
        match (terms.op(array), terms.op(value)) {
            (Op::ConstArray(_), _) if terms.args(array)[0] == value => array,
            (_, Op::Select) if terms.args(value) == [array, index] => array,
            _ => terms.app(Op::Store, [array, index, value]),
        }
    }

    /// Whether two terms of one sort differ whatever their variables are: different values, or sums that differ by a number.
    fn surely_different(&self, terms: &mut Terms, a: TermId, b: TermId) -> bool {
        if a == b {
            return false;
        }
        if self.is_value(terms, a) && self.is_value(terms, b) {
            return true;
        }
        let sort = terms.sort_of(a);
        sort.is_arithmetic() && Linear::of_weights(terms, sort, [(a, RBig::ONE), (b, RBig::NEG_ONE)]).is_constant()
    }
}

impl Terms {
    /// A tester or a selector: known on a constructor, but for a selector on another one.
    pub(super) fn simple_inspection(&mut self, op: Op, t: TermId) -> TermId {
        match (&op, self.op(t)) {
            (Op::Is(c), Op::Construct(d)) => self.bool(c == d),
            (Op::Is(c), _) if self.datatype(c.datatype).constructors.len() == 1 => self.top(),
            (Op::Field(c, i), Op::Construct(d)) if c == d => self.args(t)[*i as usize],
            _ => self.app(op, [t]),
        }
    }
}
