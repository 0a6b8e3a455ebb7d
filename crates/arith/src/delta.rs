//! Rationals with an infinitesimal part: `x < b` is kept as `x ≤ b - ε`.

use super::Rational;
use std::{
    cmp::Ordering,
    ops::{AddAssign, Sub},
};

/// The number `real + infinitesimal·ε` for a positive ε below every positive rational; ordered accordingly.
#[derive(Clone, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct DeltaRational {
    /// The rational part.
    pub real: Rational,
    /// The factor of ε.
    pub infinitesimal: Rational,
}

impl DeltaRational {
    /// The number `real + infinitesimal·ε`.
    pub fn new(real: Rational, infinitesimal: Rational) -> Self {
        Self { real, infinitesimal }
    }

    /// `self += factor * other`.
    #[inline]
    pub fn add_mul(&mut self, factor: &Rational, other: &DeltaRational) {
        self.real.add_mul(factor, &other.real);
        if !other.infinitesimal.is_zero() {
            self.infinitesimal.add_mul(factor, &other.infinitesimal);
        }
    }

    /// `self / divisor`, for a divisor other than 0.
    #[inline]
    pub fn divided_by(&self, divisor: &Rational) -> DeltaRational {
        Self::new(&self.real / divisor, &self.infinitesimal / divisor)
    }

    /// The sign: how it compares with 0.
    pub fn sign(&self) -> Ordering {
        self.real.sign().then_with(|| self.infinitesimal.sign())
    }

    /// The rational it is when ε is given a value.
    pub fn at(&self, epsilon: &Rational) -> Rational {
        let mut value = self.real.clone();
        value.add_mul(&self.infinitesimal, epsilon);
        value
    }
}

impl From<Rational> for DeltaRational {
    fn from(real: Rational) -> Self {
        Self::new(real, Rational::ZERO)
    }
}

impl AddAssign<&DeltaRational> for DeltaRational {
    #[inline]
    fn add_assign(&mut self, other: &DeltaRational) {
        self.real += &other.real;
        if !other.infinitesimal.is_zero() {
            self.infinitesimal += &other.infinitesimal;
        }
    }
}

impl Sub for &DeltaRational {
    type Output = DeltaRational;

    #[inline]
    fn sub(self, other: &DeltaRational) -> DeltaRational {
        DeltaRational::new(&self.real - &other.real, &self.infinitesimal - &other.infinitesimal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delta(real: i64, infinitesimal: i64) -> DeltaRational {
        DeltaRational::new(real.into(), infinitesimal.into())
    }

    #[test]
    fn the_infinitesimal_decides_ties_only() {
        assert!(delta(1, -1000) < delta(1, 0));
        assert!(delta(1, 1000) < delta(2, -1000));
        assert_eq!(delta(0, -1).sign(), Ordering::Less);
        assert_eq!(delta(1, -1).sign(), Ordering::Greater);
    }

    #[test]
    fn arithmetic_is_by_parts() {
        let mut sum = delta(1, 2);
        sum.add_mul(&Rational::from(3), &delta(4, 5));
        sum += &delta(-1, 1);
        assert_eq!(sum, delta(12, 18));
        assert_eq!(&sum.divided_by(&Rational::from(-6)) - &delta(0, 1), delta(-2, -4));
        assert_eq!(delta(1, 2).at(&Rational::from(3)), Rational::from(7));
    }
}
