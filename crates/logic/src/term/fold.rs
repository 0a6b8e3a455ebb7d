//! Operators applied to values. Evaluation and simplification both compute here.

use super::{Op, TermId, Terms};
use dashu_base::{Abs, DivEuclid, RemEuclid, Sign};
use dashu_int::IBig;
use dashu_ratio::RBig;

impl Terms {
    /// The value of `op` on `args`, which must be values and fit it. `None` where SMT-LIB leaves the result open (division by
    /// zero, a selector on another constructor) and for variables, declared functions and quantifiers.
    pub fn fold(&mut self, op: &Op, args: &[TermId]) -> Option<TermId> {
        match op {
            Op::True | Op::False | Op::Int(_) | Op::Real(_) | Op::BitVec { .. } | Op::Construct(_) => {
                Some(self.app(op.clone(), args.iter().copied()))
            }
            Op::Var(_) | Op::Apply(_) | Op::Forall(_) | Op::Exists(_) => None,

            Op::Not => Some(self.bool(!self.truth(args[0])?)),
            Op::And => Some(self.fold_junction(args, false)),
            Op::Or => Some(self.fold_junction(args, true)),
            Op::Implies => Some(self.bool(!self.truth(args[0])? || self.truth(args[1])?)),
            Op::Xor => Some(self.bool(args[0] != args[1])),
            Op::Eq => Some(self.bool(args[0] == args[1])),
            Op::Distinct => {
                let mut sorted = args.to_vec();
                sorted.sort_unstable();
                sorted.dedup();
                Some(self.bool(sorted.len() == args.len()))
            }
            Op::Ite => Some(if self.truth(args[0])? { args[1] } else { args[2] }),

            Op::Bv(op) => self.fold_bv(*op, args),

            Op::Select => self.array_get(args[0], args[1]),
            Op::Store => self.array_set(args[0], args[1], args[2]),
            Op::ConstArray(sort) => Some(self.make_array(*sort, args[0], [])),

            Op::Field(c, i) => match self.op(args[0]) {
                Op::Construct(d) if c == d => Some(self.args(args[0])[*i as usize]),
                _ => None,
            },
            Op::Is(c) => match self.op(args[0]) {
                Op::Construct(d) => Some(self.bool(c == d)),
                _ => None,
            },

            _ => self.fold_arithmetic(op, args),
        }
    }

    fn fold_junction(&mut self, args: &[TermId], absorbing: bool) -> TermId {
        let found = args.iter().any(|a| self.truth(*a) == Some(absorbing));
        self.bool(found == absorbing)
    }

    fn fold_arithmetic(&mut self, op: &Op, args: &[TermId]) -> Option<TermId> {
        let numbers: Option<Vec<RBig>> = args.iter().map(|t| self.number(*t)).collect();
        let numbers = numbers?;
        let a = &numbers[0];
        if let Some(truth) = match op {
            Op::Le => Some(*a <= numbers[1]),
            Op::Lt => Some(*a < numbers[1]),
            Op::Ge => Some(*a >= numbers[1]),
            Op::Gt => Some(*a > numbers[1]),
            Op::IsInt => Some(a.is_int()),
            Op::Divisible(n) => Some((a.numerator() % n).is_zero()),
            _ => None,
        } {
            return Some(self.bool(truth));
        }
        let result = match op {
            Op::Neg => -a,
            Op::Add => numbers.iter().fold(RBig::ZERO, |sum, n| sum + n),
            Op::Sub => a - &numbers[1],
            Op::Mul => numbers.iter().fold(RBig::ONE, |product, n| product * n),
            Op::Divide if !numbers[1].is_zero() => a / &numbers[1],
            Op::IntDiv if !numbers[1].is_zero() => a.numerator().div_euclid(numbers[1].numerator()).into(),
            Op::Mod if !numbers[1].is_zero() => IBig::from(a.numerator().rem_euclid(numbers[1].numerator())).into(),
            Op::Abs => a.clone().abs(),
            Op::ToReal => return Some(self.real(a.clone())),
            Op::ToInt => return Some(self.int(a.floor())),
            _ => return None,
        };
        Some(if matches!(self.op(args[0]), Op::Int(_)) { self.int(result.into_parts().0) } else { self.real(result) })
    }

    /// The truth value, of `true` and `false`.
    pub fn truth(&self, t: TermId) -> Option<bool> {
        match self.op(t) {
            Op::True => Some(true),
            Op::False => Some(false),
            _ => None,
        }
    }

    /// The number, of an Int or Real numeral.
    pub fn number(&self, t: TermId) -> Option<RBig> {
        match self.op(t) {
            Op::Int(n) => Some(n.clone().into()),
            Op::Real(r) => Some(r.clone()),
            _ => None,
        }
    }
}

/// Whether a number is below zero.
pub(super) fn is_negative(number: &RBig) -> bool {
    number.sign() == Sign::Negative
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn div_and_mod_are_euclidean() {
        let mut terms = Terms::new();
        for (a, b, q, r) in
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1), (-6, 3, -2, 0), (0, -5, 0, 0)]
        {
            let [a, b, q, r] = [a, b, q, r].map(|n| terms.int(n));
            assert_eq!(terms.fold(&Op::IntDiv, &[a, b]), Some(q));
            assert_eq!(terms.fold(&Op::Mod, &[a, b]), Some(r));
        }
    }

    #[test]
    fn division_by_zero_has_no_value() {
        let mut terms = Terms::new();
        let (one, zero) = (terms.int(1), terms.int(0));
        assert_eq!(terms.fold(&Op::IntDiv, &[one, zero]), None);
        assert_eq!(terms.fold(&Op::Mod, &[one, zero]), None);
        let (one, zero) = (terms.real(1), terms.real(0));
        assert_eq!(terms.fold(&Op::Divide, &[one, zero]), None);
    }

    #[test]
    fn reals_and_integers_convert() {
        let mut terms = Terms::new();
        let half = |n: i32| RBig::from_parts(n.into(), 2u8.into());
        for (twice, floor, whole) in [(-3, -2, false), (3, 1, false), (-4, -2, true), (-1, -1, false), (1, 0, false)] {
            let (real, floor, whole) = (terms.real(half(twice)), terms.int(floor), terms.bool(whole));
            assert_eq!(terms.fold(&Op::ToInt, &[real]), Some(floor));
            assert_eq!(terms.fold(&Op::IsInt, &[real]), Some(whole));
        }
        let (int, real) = (terms.int(-3), terms.real(-3));
        assert_eq!(terms.fold(&Op::ToReal, &[int]), Some(real));
        let (minus, third) = (terms.real(-1), terms.real(RBig::from_parts((-1).into(), 3u8.into())));
        let three = terms.real(3);
        assert_eq!(terms.fold(&Op::Divide, &[minus, three]), Some(third));
    }

    #[test]
    fn arithmetic_keeps_its_sort() {
        let mut terms = Terms::new();
        let (a, b) = (terms.int(-4), terms.int(6));
        for (op, args, expected) in [
            (Op::Add, vec![a, b, b], 8),
            (Op::Sub, vec![a, b], -10),
            (Op::Mul, vec![a, b, a], 96),
            (Op::Neg, vec![a], 4),
            (Op::Abs, vec![a], 4),
        ] {
            let expected = terms.int(expected);
            assert_eq!(terms.fold(&op, &args), Some(expected), "{op:?}");
        }
        let top = terms.top();
        for (op, args) in [
            (Op::Le, vec![a, a]),
            (Op::Lt, vec![a, b]),
            (Op::Ge, vec![b, b]),
            (Op::Gt, vec![b, a]),
            (Op::Divisible(4u8.into()), vec![a]),
            (Op::Distinct, vec![a, b]),
        ] {
            assert_eq!(terms.fold(&op, &args), Some(top), "{op:?}");
        }
        let bottom = terms.bottom();
        assert_eq!(terms.fold(&Op::Divisible(4u8.into()), &[b]), Some(bottom));
        assert_eq!(terms.fold(&Op::Distinct, &[a, b, a]), Some(bottom));
    }
}
