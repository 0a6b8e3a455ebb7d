//! Exact rationals: a machine-word fraction while it fits, a boxed big one otherwise.

mod gcd;
mod ops;

use dashu_base::Signed;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::{cmp::Ordering, fmt, num::NonZeroU64};

pub use gcd::content;
pub(super) use gcd::gcd_words;

/// An exact rational number. Equal numbers have equal representations: a value is kept in machine words
/// exactly when its reduced numerator and denominator both fit in an `i64`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

/// The fraction is reduced, and a small denominator is at most `i64::MAX`, so that a sum of two cross products
/// fits in an `i128`. The niche of `NonZeroU64` keeps the enum at 16 bytes.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64, NonZeroU64),
    Big(Box<RBig>),
}

use Repr::{Big, Small};

/// The denominator of an integer.
const UNIT: NonZeroU64 = NonZeroU64::MIN;

impl Rational {
    /// The number 0.
    pub const ZERO: Rational = Rational(Small(0, UNIT));
    /// The number 1.
    pub const ONE: Rational = Rational(Small(1, UNIT));
    /// The number -1.
    pub const MINUS_ONE: Rational = Rational(Small(-1, UNIT));

    /// The fraction `num / den`, reduced; `None` when `den` is zero.
    pub fn new(num: impl Into<IBig>, den: impl Into<IBig>) -> Option<Rational> {
        let den = den.into();
        (!den.is_zero()).then(|| Self::from(RBig::from_parts_signed(num.into(), den)))
    }

    /// A reduced fraction with a positive denominator.
    #[inline]
    fn from_reduced(num: i128, den: i128) -> Rational {
        debug_assert!(den > 0);
        match (i64::try_from(num), i64::try_from(den)) {
            (Ok(num), Ok(den)) => Self::small(num, den as u64),
            _ => Rational(Big(Box::new(RBig::from_parts_signed(num.into(), den.into())))),
        }
    }

    /// The fraction `num / den` of words, for a positive `den`.
    #[inline]
    pub(super) fn from_words(num: i64, den: i64) -> Rational {
        let common = gcd_words(num.unsigned_abs(), den as u64);
        Self::small(num / common as i64, den as u64 / common)
    }

    #[inline]
    fn small(num: i64, den: u64) -> Rational {
        Rational(Small(num, NonZeroU64::new(den).unwrap_or(UNIT)))
    }

    /// The same number as a big rational.
    pub fn to_rbig(&self) -> RBig {
        match &self.0 {
            Small(num, den) => RBig::from_parts(IBig::from(*num), UBig::from(den.get())),
            Big(big) => (**big).clone(),
        }
    }

    /// The reduced numerator, which carries the sign.
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            Small(num, _) => IBig::from(*num),
            Big(big) => big.numerator().clone(),
        }
    }

    /// The reduced denominator, always positive.
    pub fn denominator(&self) -> IBig {
        match &self.0 {
            Small(_, den) => IBig::from(den.get()),
            Big(big) => IBig::from(big.denominator().clone()),
        }
    }

    /// Whether it is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0, _))
    }

    /// Whether it is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1, UNIT))
    }

    /// The sign: how it compares with 0.
    #[inline]
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Small(num, _) => num.cmp(&0),
            Big(big) if big.is_negative() => Ordering::Less,
            Big(_) => Ordering::Greater,
        }
    }

    /// Whether it is below 0.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.sign().is_lt()
    }

    /// Whether it is above 0.
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.sign().is_gt()
    }

    /// Whether it is an integer.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Small(_, den) => *den == UNIT,
            Big(big) => big.denominator().is_one(),
        }
    }

    /// The integer it is, if it is one.
    pub fn to_integer(&self) -> Option<IBig> {
        self.is_integer().then(|| self.numerator())
    }

    /// A nearby machine number: off by a few units in the last place, infinite if too large.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Small(num, den) => *num as f64 / den.get() as f64,
            Big(big) => big.to_f64_fast(),
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Rational {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The inverse; `None` for 0.
    pub fn recip(&self) -> Option<Rational> {
        (!self.is_zero()).then(|| &Rational::ONE / self)
    }

    /// The largest integer that is not above it.
    pub fn floor(&self) -> Rational {
        match &self.0 {
            Small(num, den) => Self::small(num.div_euclid(den.get() as i64), 1),
            Big(big) => Self::from(big.floor()),
        }
    }

    /// The smallest integer that is not below it.
    pub fn ceil(&self) -> Rational {
        -(-self).floor()
    }
}

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Rational {
    #[inline]
    fn from(value: i64) -> Self {
        Rational(Small(value, UNIT))
    }
}

impl From<i32> for Rational {
    #[inline]
    fn from(value: i32) -> Self {
        Self::from(i64::from(value))
    }
}

impl From<IBig> for Rational {
    fn from(value: IBig) -> Self {
        match i64::try_from(&value) {
            Ok(small) => Self::from(small),
            Err(_) => Rational(Big(Box::new(RBig::from(value)))),
        }
    }
}

impl From<&IBig> for Rational {
    fn from(value: &IBig) -> Self {
        match i64::try_from(value) {
            Ok(small) => Self::from(small),
            Err(_) => Rational(Big(Box::new(RBig::from(value.clone())))),
        }
    }
}

impl From<RBig> for Rational {
    fn from(value: RBig) -> Self {
        match (i64::try_from(value.numerator()), i64::try_from(value.denominator())) {
            (Ok(num), Ok(den)) => Self::small(num, den as u64),
            _ => Rational(Big(Box::new(value))),
        }
    }
}

impl From<&Rational> for RBig {
    fn from(value: &Rational) -> Self {
        value.to_rbig()
    }
}

impl Ord for Rational {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a, b), Small(c, d)) if b == d => a.cmp(c),
            (Small(a, b), Small(c, d)) => {
                (i128::from(*a) * i128::from(d.get())).cmp(&(i128::from(*c) * i128::from(b.get())))
            }
            (Big(a), Big(b)) => a.cmp(b),
            _ => self.to_rbig().cmp(&other.to_rbig()),
        }
    }
}

impl PartialOrd for Rational {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(num, UNIT) => num.fmt(f),
            Small(num, den) => write!(f, "{num}/{den}"),
            Big(big) => big.fmt(f),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests;
