//! The operators of [`Rational`], by value and by reference.

use super::{Rational, Repr::*, UNIT, gcd::gcd_words};
use dashu_ratio::RBig;
use std::{
    borrow::Cow,
    iter::Sum,
    num::NonZeroU64,
    ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};

impl Rational {
    fn as_big(&self) -> Cow<'_, RBig> {
        match &self.0 {
            Big(big) => Cow::Borrowed(big),
            Small(..) => Cow::Owned(self.to_rbig()),
        }
    }

    /// `self += a * b`.
    #[inline]
    pub fn add_mul(&mut self, a: &Rational, b: &Rational) {
        if let (Small(s, UNIT), Small(a, UNIT), Small(b, UNIT)) = (&self.0, &a.0, &b.0)
            && let Some(sum) = a.checked_mul(*b).and_then(|product| s.checked_add(product))
        {
            self.0 = Small(sum, UNIT);
        } else {
            *self += &(a * b);
        }
    }
}

/// Knuth's addition of reduced fractions: the sum can only share factors with the gcd of the denominators.
#[inline]
fn add_small(a: i64, b: NonZeroU64, c: i64, d: NonZeroU64) -> Rational {
    let (b, d) = (b.get(), d.get());
    if b == 1 && d == 1 {
        return Rational::from_reduced(i128::from(a) + i128::from(c), 1);
    }
    let g = gcd_words(b, d);
    let (b_rest, d_rest) = ((b / g) as i64, (d / g) as i64);
    let sum = i128::from(a) * i128::from(d_rest) + i128::from(c) * i128::from(b_rest);
    if g == 1 {
        return Rational::from_reduced(sum, i128::from(b_rest) * i128::from(d_rest));
    }
    let rest = match i64::try_from(sum) {
        Ok(word) => word.unsigned_abs() % g,
        Err(_) => (sum.unsigned_abs() % u128::from(g)) as u64,
    };
    let h = gcd_words(rest, g);
    let num = match i64::try_from(sum) {
        Ok(word) => i128::from(word / h as i64),
        Err(_) => sum / i128::from(h),
    };
    Rational::from_reduced(num, i128::from(b_rest) * i128::from(d / h))
}

/// Cross-reduced before multiplying, the product is reduced.
#[inline]
fn mul_small(a: i64, b: NonZeroU64, c: i64, d: NonZeroU64) -> Rational {
    let (b, d) = (b.get(), d.get());
    if b == 1 && d == 1 {
        return Rational::from_reduced(i128::from(a) * i128::from(c), 1);
    }
    let g = gcd_words(a.unsigned_abs(), d) as i64;
    let h = gcd_words(c.unsigned_abs(), b) as i64;
    let num = i128::from(a / g) * i128::from(c / h);
    Rational::from_reduced(num, i128::from(b as i64 / h) * i128::from(d as i64 / g))
}

#[inline]
fn add(a: &Rational, b: &Rational) -> Rational {
    match (&a.0, &b.0) {
        (Small(a, b), Small(c, d)) => add_small(*a, *b, *c, *d),
        _ => Rational::from(&*a.as_big() + &*b.as_big()),
    }
}

#[inline]
fn sub(a: &Rational, b: &Rational) -> Rational {
    match (&a.0, &b.0) {
        (Small(a, b), Small(c, d)) if *c != i64::MIN => add_small(*a, *b, -*c, *d),
        _ => Rational::from(&*a.as_big() - &*b.as_big()),
    }
}

#[inline]
fn mul(a: &Rational, b: &Rational) -> Rational {
    match (&a.0, &b.0) {
        (Small(a, b), Small(c, d)) => mul_small(*a, *b, *c, *d),
        _ => Rational::from(&*a.as_big() * &*b.as_big()),
    }
}

#[inline]
fn div(a: &Rational, b: &Rational) -> Rational {
    match (&a.0, &b.0) {
        (_, Small(0, _)) => panic!("division of a rational by zero"),
        (Small(a, b), Small(c, d)) if *c != i64::MIN => {
            let inverse_num = if *c < 0 { -(d.get() as i64) } else { d.get() as i64 };
            mul_small(*a, *b, inverse_num, NonZeroU64::new(c.unsigned_abs()).unwrap_or(UNIT))
        }
        _ => Rational::from(&*a.as_big() / &*b.as_big()),
    }
}

impl Neg for &Rational {
    type Output = Rational;

    #[inline]
    fn neg(self) -> Rational {
        match &self.0 {
            Small(num, den) if *num != i64::MIN => Rational(Small(-num, *den)),
            _ => Rational::from(-self.to_rbig()),
        }
    }
}

impl Neg for Rational {
    type Output = Rational;

    #[inline]
    fn neg(self) -> Rational {
        -&self
    }
}

macro_rules! operator {
    ($trait:ident $method:ident, $assign_trait:ident $assign_method:ident, $function:ident) => {
        impl $trait<&Rational> for &Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: &Rational) -> Rational {
                $function(self, other)
            }
        }
        impl $trait<Rational> for &Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: Rational) -> Rational {
                $function(self, &other)
            }
        }
        impl $trait<&Rational> for Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: &Rational) -> Rational {
                $function(&self, other)
            }
        }
        impl $trait<Rational> for Rational {
            type Output = Rational;
            #[inline]
            fn $method(self, other: Rational) -> Rational {
                $function(&self, &other)
            }
        }
        impl $assign_trait<&Rational> for Rational {
            #[inline]
            fn $assign_method(&mut self, other: &Rational) {
                *self = $function(self, other);
            }
        }
        impl $assign_trait<Rational> for Rational {
            #[inline]
            fn $assign_method(&mut self, other: Rational) {
                *self = $function(self, &other);
            }
        }
    };
}

operator!(Add add, AddAssign add_assign, add);
operator!(Sub sub, SubAssign sub_assign, sub);
operator!(Mul mul, MulAssign mul_assign, mul);
operator!(Div div, DivAssign div_assign, div);

impl Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(iter: I) -> Rational {
        iter.fold(Rational::ZERO, |sum, value| sum + value)
    }
}
