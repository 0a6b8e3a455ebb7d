//! Integers for tableau rows: a machine word while it fits, a big one otherwise.

use crate::{Rational, gcd_words};
use dashu_base::{Abs, Gcd, Signed};
use dashu_int::IBig;
use std::cmp::Ordering;

/// An integer, small exactly when it fits in an `i64`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Int {
    Small(i64),
    Big(IBig),
}

use Int::{Big, Small};

impl Int {
    pub const ONE: Int = Small(1);

    fn into_big(self) -> IBig {
        match self {
            Small(word) => IBig::from(word),
            Big(big) => big,
        }
    }

    #[inline]
    pub fn sign(&self) -> Ordering {
        match self {
            Small(word) => word.cmp(&0),
            Big(big) if big.is_negative() => Ordering::Less,
            Big(_) => Ordering::Greater,
        }
    }

    #[inline]
    pub fn is_negative(&self) -> bool {
        self.sign().is_lt()
    }

    #[inline]
    pub fn is_zero(&self) -> bool {
        *self == Small(0)
    }

    #[inline]
    pub fn is_one(&self) -> bool {
        *self == Small(1)
    }

    pub fn negated(&self) -> Int {
        match self {
            Small(word) => Int::from(-i128::from(*word)),
            Big(big) => Int::from(-big),
        }
    }

    #[inline]
    pub fn times(&self, other: &Int) -> Int {
        match (self, other) {
            (Small(a), Small(b)) => Int::from(i128::from(*a) * i128::from(*b)),
            (Big(a), Big(b)) => Int::from(a * b),
            (Big(big), Small(word)) | (Small(word), Big(big)) => Int::from(big * word),
        }
    }

    /// `self = factor · self + other_factor · other`.
    #[inline]
    pub fn combine(&mut self, factor: &Int, other_factor: &Int, other: &Int) {
        if let (Small(a), Small(f), Small(g), Small(b)) = (&*self, factor, other_factor, other)
            && let Some(sum) = (i128::from(*f) * i128::from(*a)).checked_add(i128::from(*g) * i128::from(*b))
        {
            *self = Int::from(sum);
        } else {
            *self = Int::from(factor.times(self).into_big() + other_factor.times(other).into_big());
        }
    }

    /// The greatest common divisor, not negative.
    #[inline]
    pub fn gcd(&self, other: &Int) -> Int {
        match (self, other) {
            (Small(a), Small(b)) => Int::from(i128::from(gcd_words(a.unsigned_abs(), b.unsigned_abs()))),
            (Big(a), Big(b)) => Int::from(IBig::from(a.gcd(b))),
            (Big(big), Small(0)) | (Small(0), Big(big)) => Int::from(big.clone().abs()),
            (Big(big), Small(word)) | (Small(word), Big(big)) => Int::from(IBig::from(big.gcd(IBig::from(*word)))),
        }
    }

    /// Whether it divides another integer; it is positive.
    #[inline]
    pub fn divides(&self, other: &Int) -> bool {
        match (self, other) {
            (Small(divisor), Small(word)) => word % divisor == 0,
            (Small(divisor), Big(big)) => big % divisor == 0,
            (Big(divisor), Small(word)) => (IBig::from(*word) % divisor).is_zero(),
            (Big(divisor), Big(big)) => (big % divisor).is_zero(),
        }
    }

    /// The quotient by a divisor that leaves no rest.
    #[inline]
    pub fn divided_by(&self, divisor: &Int) -> Int {
        match (self, divisor) {
            (Small(a), Small(b)) if *b != -1 => Small(a / b),
            (Big(a), Big(b)) => Int::from(a / b),
            (Big(big), Small(word)) => Int::from(big / word),
            (Small(word), _) => Int::from(IBig::from(*word) / divisor.clone().into_big()),
        }
    }

    /// The fraction `self / denominator`, for a positive denominator.
    #[inline]
    pub fn over(&self, denominator: &Int) -> Rational {
        match (self, denominator) {
            (Small(num), Small(den)) => Rational::from_words(*num, *den),
            _ => &Rational::from(self) / &Rational::from(denominator),
        }
    }
}

impl From<i128> for Int {
    #[inline]
    fn from(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(word) => Small(word),
            Err(_) => Big(IBig::from(value)),
        }
    }
}

impl From<IBig> for Int {
    fn from(value: IBig) -> Self {
        match i64::try_from(&value) {
            Ok(word) => Small(word),
            Err(_) => Big(value),
        }
    }
}

impl From<&Int> for Rational {
    fn from(value: &Int) -> Self {
        match value {
            Small(word) => Rational::from(*word),
            Big(big) => Rational::from(big),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn integers() -> impl Strategy<Value = IBig> {
        prop_oneof![
            (-3i64..=3).prop_map(IBig::from),
            any::<i64>().prop_map(IBig::from),
            prop_oneof![Just(i64::MIN), Just(i64::MAX)].prop_map(IBig::from),
            (any::<i64>(), 0usize..100).prop_map(|(n, shift)| IBig::from(n) << shift),
        ]
    }

    proptest! {
        #[test]
        fn agrees_with_big_integers(a in integers(), b in integers(), c in integers(), d in integers()) {
            let [x, y, z, w] = [&a, &b, &c, &d].map(|n| Int::from(n.clone()));
            prop_assert_eq!(x.times(&y), Int::from(&a * &b));
            prop_assert_eq!(x.negated(), Int::from(-&a));
            prop_assert_eq!(x.sign(), a.cmp(&IBig::ZERO));
            let mut sum = x.clone();
            sum.combine(&y, &z, &w);
            prop_assert_eq!(sum, Int::from(&a * &b + &c * &d));
            if !y.is_zero() {
                prop_assert_eq!(x.times(&y).divided_by(&y), x.clone());
                let gcd = x.gcd(&y);
                prop_assert!(!gcd.is_negative() && gcd.divides(&x) && gcd.divides(&y));
                prop_assert!(x.divided_by(&gcd).gcd(&y.divided_by(&gcd)).is_one());
                let den = if y.is_negative() { y.negated() } else { y };
                prop_assert_eq!(x.over(&den), &Rational::from(&x) / &Rational::from(&den));
            }
        }
    }
}
