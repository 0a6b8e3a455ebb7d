//! Greatest common divisors of machine words and of sets of rationals.

use super::{Rational, Repr};
use dashu_base::Gcd;
use dashu_int::{IBig, UBig};

/// The greatest common divisor of two words; `gcd(0, b) = b`.
#[inline]
pub(crate) fn gcd_words(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
        if b == 0 {
            return a << shift;
        }
    }
}

/// The greatest positive rational by which each of `values` can be divided to give an integer: divided by it, they
/// are coprime integers. It is 0 when all of them are.
pub fn content<'a>(values: impl IntoIterator<Item = &'a Rational> + Clone) -> Rational {
    content_of_words(values.clone()).unwrap_or_else(|| content_of_big(values))
}

/// `None` when a value or the common denominator does not fit a word.
fn content_of_words<'a>(values: impl IntoIterator<Item = &'a Rational>) -> Option<Rational> {
    let (mut num, mut den) = (0u64, 1u64);
    for value in values {
        let Repr::Small(n, d) = value.0 else { return None };
        num = gcd_words(num, n.unsigned_abs());
        den = (den / gcd_words(den, d.get())).checked_mul(d.get())?;
    }
    Some(Rational::from_reduced(num.into(), den.into()))
}

fn content_of_big<'a>(values: impl IntoIterator<Item = &'a Rational>) -> Rational {
    let (mut num, mut den) = (UBig::ZERO, UBig::ONE);
    for value in values {
        let (_, n) = value.numerator().into_parts();
        let (_, d) = value.denominator().into_parts();
        // The greatest common divisor of two zeros is not defined there.
        num = if num.is_zero() { n } else { num.gcd(n) };
        den = &den / (&den).gcd(&d) * d;
    }
    Rational::new(IBig::from(num), IBig::from(den)).unwrap_or_default()
}
