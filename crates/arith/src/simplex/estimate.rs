//! Floating-point estimates that tell where to look. They decide only what they can decide for sure; the rest is left
//! to exact arithmetic.

use crate::Rational;

/// An estimate of a number; not a number when it is too small to be told from 0.
pub(super) fn estimate(value: &Rational) -> f64 {
    let near = value.to_f64();
    if near.is_normal() || value.is_zero() { near } else { f64::NAN }
}

/// A sum of products of estimates, with the sum of their sizes to judge its error by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Estimate {
    sum: f64,
    size: f64,
}

/// Where a number lies, as far as an estimate can tell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Place {
    /// Within its bounds, for sure.
    Inside,
    /// Out of its bounds for sure, about this far.
    Outside(f64),
    /// Too close to a bound, or too large or small, to tell.
    Unsure,
}

/// Far above the rounding errors of a sum of a million terms of that size.
const RELATIVE_ERROR: f64 = 1e-9;

impl Estimate {
    /// Adds the product of two estimates.
    #[inline]
    pub fn add_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        self.sum += product;
        self.size += product.abs();
    }

    /// Compares with a lower and an upper bound, infinite where there is none.
    #[inline]
    pub fn place(self, lower: f64, upper: f64) -> Place {
        let (above, below) = (self.sum - lower, upper - self.sum);
        // A comparison with what is not a number is false.
        let is_above = lower == f64::NEG_INFINITY || above > self.error(lower);
        let is_below = upper == f64::INFINITY || below > self.error(upper);
        if is_above && is_below {
            Place::Inside
        } else if -above > self.error(lower) {
            Place::Outside(-above)
        } else if -below > self.error(upper) {
            Place::Outside(-below)
        } else {
            Place::Unsure
        }
    }

    /// More than the distance to a bound can be off.
    fn error(self, bound: f64) -> f64 {
        RELATIVE_ERROR * (self.size + bound.abs()) + f64::MIN_POSITIVE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;

    fn at(products: &[(f64, f64)]) -> Estimate {
        let mut sum = Estimate::default();
        products.iter().for_each(|(a, b)| sum.add_product(*a, *b));
        sum
    }

    #[test]
    fn decides_only_what_is_sure() {
        let (none_below, none_above) = (f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!(at(&[(2.0, 3.0)]).place(5.0, none_above), Place::Inside);
        assert_eq!(at(&[(2.0, 3.0)]).place(none_below, none_above), Place::Inside);
        assert_eq!(at(&[(2.0, 3.0)]).place(none_below, 4.0), Place::Outside(2.0));
        assert_eq!(at(&[(2.0, 3.0)]).place(none_below, 6.0), Place::Unsure);
        assert_eq!(at(&[(1e15, 1.0), (1e15, -1.0)]).place(none_below, 1.0), Place::Unsure);
        assert_eq!(at(&[(1e200, 1e200)]).place(none_below, 1.0), Place::Unsure);
        assert_eq!(at(&[(f64::NAN, 1.0)]).place(0.0, 1.0), Place::Unsure);
        assert_eq!(at(&[(1.0, 1.0)]).place(f64::NAN, none_above), Place::Unsure);
    }

    #[test]
    fn numbers_beyond_a_machine_number_are_not_guessed() {
        let huge = Rational::from(IBig::ONE << 5000usize);
        assert!(estimate(&(&Rational::ONE / &huge)).is_nan());
        assert!(!estimate(&huge).is_normal());
        assert_eq!(estimate(&Rational::ZERO), 0.0);
        assert_eq!(estimate(&Rational::from(-3)), -3.0);
    }
}
