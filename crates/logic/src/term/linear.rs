//! Linear sums: rational coefficients on terms that are not linear themselves, and a constant.

use super::{Op, SortId, TermId, Terms};
use dashu_ratio::RBig;
use std::collections::{BTreeMap, btree_map::Entry};

/// `c1*t1 + … + cn*tn + c` of sort Int or Real. Every ti is no sum, difference, multiple or numeral; they are distinct and
/// sorted by id, and no coefficient is zero. Of sort Int, all numbers are integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    sort: SortId,
    monomials: Vec<(TermId, RBig)>,
    constant: RBig,
}

/// A sum that is not yet worked out: coefficients of terms, where `true` means the term under `to_real`.
pub(super) type Weights = BTreeMap<(TermId, bool), RBig>;

impl Linear {
    /// A constant.
    pub fn constant_of(sort: SortId, constant: impl Into<RBig>) -> Linear {
        Linear { sort, monomials: Vec::new(), constant: constant.into() }
    }

    /// The sum that an Int or Real term is. What is not linear stays as it is; `to_real` moves inwards.
    pub fn of(terms: &mut Terms, t: TermId) -> Linear {
        Linear::of_weights(terms, terms.sort_of(t), [(t, RBig::ONE)])
    }

    /// The weighted sum of terms of one sort.
    pub fn of_weights(terms: &mut Terms, sort: SortId, parts: impl IntoIterator<Item = (TermId, RBig)>) -> Linear {
        let (weights, constant) = flatten(terms, parts);
        let mut monomials: Vec<(TermId, RBig)> =
            weights.into_iter().map(|((t, real), c)| (if real { terms.app(Op::ToReal, [t]) } else { t }, c)).collect();
        monomials.sort_by_key(|m| m.0);
        Linear { sort, monomials, constant }
    }

    /// Int or Real.
    pub fn sort(&self) -> SortId {
        self.sort
    }

    /// The terms with their coefficients, sorted by term.
    pub fn monomials(&self) -> &[(TermId, RBig)] {
        &self.monomials
    }

    /// The constant summand.
    pub fn constant(&self) -> &RBig {
        &self.constant
    }

    /// Whether there is no term in it.
    pub fn is_constant(&self) -> bool {
        self.monomials.is_empty()
    }

    /// The coefficient of a term, zero if it does not occur.
    pub fn coefficient(&self, t: TermId) -> RBig {
        match self.monomials.binary_search_by_key(&t, |m| m.0) {
            Ok(i) => self.monomials[i].1.clone(),
            Err(_) => RBig::ZERO,
        }
    }

    /// All coefficients and the constant times a factor.
    pub fn scale(&mut self, factor: &RBig) {
        if factor.is_one() {
            return;
        }
        if factor.is_zero() {
            self.monomials.clear();
        }
        self.monomials.iter_mut().for_each(|m| m.1 *= factor);
        self.constant *= factor;
    }

    /// Adds a number.
    pub fn add_constant(&mut self, number: &RBig) {
        self.constant += number;
    }

    /// Adds a multiple of another sum.
    pub fn add_scaled(&mut self, other: &Linear, factor: &RBig) {
        let mut sum: BTreeMap<TermId, RBig> = std::mem::take(&mut self.monomials).into_iter().collect();
        for (t, c) in &other.monomials {
            *sum.entry(*t).or_insert(RBig::ZERO) += c * factor;
        }
        self.monomials = sum.into_iter().filter(|(_, c)| !c.is_zero()).collect();
        self.constant += &other.constant * factor;
    }

    /// What a term must be for the sum to be zero, if it occurs in it.
    pub fn root(&self, t: TermId) -> Option<Linear> {
        let at = self.monomials.binary_search_by_key(&t, |m| m.0).ok()?;
        let mut rest = self.clone();
        let (_, coefficient) = rest.monomials.remove(at);
        if coefficient != RBig::NEG_ONE {
            rest.scale(&(RBig::NEG_ONE / coefficient));
        }
        Some(rest)
    }

    /// The sum without its constant, and the constant.
    pub(super) fn split(mut self) -> (Linear, RBig) {
        let constant = std::mem::take(&mut self.constant);
        (self, constant)
    }

    /// The same sum over the integers, when it is only `to_real` of integers with integer coefficients.
    pub(super) fn as_integer(&self, terms: &Terms) -> Option<Linear> {
        let inner = |t: TermId| matches!(terms.op(t), Op::ToReal).then(|| terms.args(t)[0]);
        let monomials: Option<Vec<(TermId, RBig)>> =
            self.monomials.iter().map(|(t, c)| Some((inner(*t)?, c.is_int().then(|| c.clone())?))).collect();
        let mut monomials = monomials.filter(|_| self.constant.is_int())?;
        monomials.sort_by_key(|m| m.0);
        Some(Linear { sort: SortId::INT, monomials, constant: self.constant.clone() })
    }

    /// The term: `(+ (* c1 t1) … c)`, without coefficients 1 and without a constant 0.
    pub fn to_term(&self, terms: &mut Terms) -> TermId {
        let mut parts: Vec<TermId> = Vec::with_capacity(self.monomials.len() + 1);
        for (t, c) in &self.monomials {
            parts.push(if c.is_one() {
                *t
            } else {
                let c = terms.numeral(self.sort, c.clone());
                terms.app(Op::Mul, [c, *t])
            });
        }
        if parts.is_empty() || !self.constant.is_zero() {
            parts.push(terms.numeral(self.sort, self.constant.clone()));
        }
        if let [only] = parts[..] { only } else { terms.app(Op::Add, parts) }
    }
}

impl Terms {
    /// A numeral of sort Int or Real; of sort Int the number must be an integer.
    pub fn numeral(&mut self, sort: SortId, number: RBig) -> TermId {
        if sort == SortId::INT {
            debug_assert!(number.is_int());
            self.int(number.into_parts().0)
        } else {
            self.real(number)
        }
    }

    /// Whether the term is a sum, difference, multiple, numeral or `to_real` of one, so that [`flatten`] opens it.
    pub(super) fn is_linear_op(&self, t: TermId) -> bool {
        match self.op(t) {
            Op::Int(_) | Op::Real(_) | Op::Neg | Op::Add | Op::Sub | Op::ToReal => true,
            Op::Mul => self.args(t).iter().filter(|a| self.number(**a).is_none()).count() <= 1,
            Op::Divide => self.number(self.args(t)[1]).is_some_and(|n| !n.is_zero()),
            _ => false,
        }
    }
}

/// The weights of the parts that are not linear operators, and the constant. Each shared subterm is opened once, with all
/// its coefficients together: arguments have smaller ids, so going down from the largest id meets all uses first.
pub(super) fn flatten(terms: &Terms, parts: impl IntoIterator<Item = (TermId, RBig)>) -> (Weights, RBig) {
    let mut open = Weights::new();
    let mut done = Weights::new();
    let mut constant = RBig::ZERO;
    for (t, c) in parts {
        add_weight(&mut open, t, false, c);
    }
    while let Some(((t, real), c)) = open.pop_last() {
        if c.is_zero() {
            continue;
        }
        if !terms.is_linear_op(t) {
            done.insert((t, real), c);
            continue;
        }
        let args = terms.args(t);
        let mut add = |t: TermId, real: bool, c: RBig| add_weight(&mut open, t, real, c);
        match terms.op(t) {
            Op::Neg => add(args[0], real, -c),
            Op::Add => args.iter().for_each(|a| add(*a, real, c.clone())),
            Op::Sub => {
                add(args[0], real, c.clone());
                add(args[1], real, -c);
            }
            Op::ToReal => add(args[0], true, c),
            Op::Divide => {
                let divisor = terms.number(args[1]).unwrap_or(RBig::ONE);
                add(args[0], real, c / divisor);
            }
            Op::Mul => {
                let numbers = args.iter().filter_map(|a| terms.number(*a));
                // Rational arithmetic is not free, and most coefficients are one.
                let product = numbers.fold(c, |product, n| if product.is_one() { n } else { product * n });
                match args.iter().find(|a| terms.number(**a).is_none()) {
                    Some(factor) => add(*factor, real, product),
                    None => constant += product,
                }
            }
            _ => constant += c * terms.number(t).unwrap_or(RBig::ZERO),
        }
    }
    (done, constant)
}

fn add_weight(weights: &mut Weights, t: TermId, real: bool, c: RBig) {
    match weights.entry((t, real)) {
        Entry::Vacant(entry) => {
            entry.insert(c);
        }
        Entry::Occupied(mut entry) => *entry.get_mut() += c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;

    #[test]
    fn sums_are_collected() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh("x", SortId::INT), terms.fresh("y", SortId::INT));
        let (two, three) = (terms.int(2), terms.int(3));
        let a = terms.app(Op::Mul, [two, x, three]);
        let b = terms.app(Op::Sub, [a, y]);
        let xy = terms.app(Op::Mul, [x, y]);
        let c = terms.app(Op::Add, [b, three, xy]);
        let d = terms.app(Op::Neg, [c]);
        let sum = Linear::of(&mut terms, d);
        assert_eq!(terms.display_unshared(d), "(- (+ (- (* 2 x 3) y) 3 (* x y)))");
        let t = sum.to_term(&mut terms);
        assert_eq!(terms.display(t), "(+ (* (- 6) x) y (* (- 1) (* x y)) (- 3))");
        assert_eq!(Linear::of(&mut terms, t), sum);
        assert_eq!(sum.coefficient(x), RBig::from(-6));
        assert_eq!(sum.root(two), None);
        let root = sum.root(y).map(|root| root.to_term(&mut terms));
        assert_eq!(root.map(|t| terms.display(t)).as_deref(), Some("(+ (* 6 x) (* x y) 3)"));
        let mut twice = sum.clone();
        twice.add_scaled(&sum, &RBig::ONE);
        twice.add_scaled(&sum, &RBig::from(-2));
        assert_eq!(twice, Linear::constant_of(SortId::INT, 0));
    }

    #[test]
    fn conversion_to_real_moves_inwards() {
        let mut terms = Terms::new();
        let (x, r) = (terms.fresh("x", SortId::INT), terms.fresh("r", SortId::REAL));
        let one = terms.int(1);
        let sum = terms.app(Op::Add, [x, x, one]);
        let real = terms.app(Op::ToReal, [sum]);
        let alone = terms.app(Op::ToReal, [x]);
        let four = terms.real(4);
        let part = terms.app(Op::Divide, [r, four]);
        let t = terms.app(Op::Add, [real, part, alone]);
        let t = Linear::of(&mut terms, t).to_term(&mut terms);
        assert_eq!(terms.display(t), "(+ (* (/ 1.0 4.0) r) (* 3.0 (to_real x)) 1.0)");
    }

    #[test]
    fn shared_sums_are_opened_once() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", SortId::INT);
        let mut t = x;
        for _ in 0..2000 {
            t = terms.app(Op::Add, [t, t]);
        }
        assert_eq!(Linear::of(&mut terms, t).coefficient(x), RBig::from(IBig::ONE << 2000));
    }
}
