//! A basis of the integer vectors, turned step by step so that given rows become a lower triangle on it.

use super::{Vector, add_mul, dot};
use dashu_base::{Abs, UnsignedAbs};
use dashu_int::IBig;

/// A basis of all integer vectors of a dimension. On its fixed part the absorbed rows form a lower triangle with no
/// zero on the diagonal; on its free part they are zero.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    pub fixed: Vec<Vector>,
    pub free: Vec<Vector>,
}

/// A row as seen on a basis.
#[derive(Clone, Debug)]
pub(super) struct Absorbed {
    /// Its values on the part that was fixed before.
    pub on_fixed: Vec<IBig>,
    /// Its value on the vector fixed for it; `None` when the row depends on earlier ones.
    pub diagonal: Option<IBig>,
}

impl Basis {
    /// The unit vectors, all free.
    pub fn new(dimension: usize) -> Self {
        let unit = |at| (0..dimension).map(|other| IBig::from(u8::from(at == other))).collect();
        Basis { fixed: Vec::new(), free: (0..dimension).map(unit).collect() }
    }

    /// Turns the free vectors by Euclid's algorithm until at most one of them has a value in `row`, and fixes that one.
    pub fn absorb(&mut self, row: &[IBig]) -> Absorbed {
        let on_fixed = self.fixed.iter().map(|vector| dot(row, vector)).collect();
        let mut values: Vec<IBig> = self.free.iter().map(|vector| dot(row, vector)).collect();
        loop {
            let present = values.iter().enumerate().filter(|(_, value)| !value.is_zero());
            let Some((pivot, _)) = present.min_by_key(|(_, value)| (*value).unsigned_abs()) else {
                return Absorbed { on_fixed, diagonal: None };
            };
            let mut is_last = true;
            let (divisor, vector) = (values[pivot].clone(), self.free[pivot].clone());
            for at in (0..values.len()).filter(|at| *at != pivot) {
                if !values[at].is_zero() {
                    let factor = -nearest_quotient(&values[at], &divisor);
                    values[at] += &factor * &divisor;
                    add_mul(&mut self.free[at], &factor, &vector);
                    is_last &= values[at].is_zero();
                }
            }
            if is_last {
                self.fixed.push(self.free.swap_remove(pivot));
                return Absorbed { on_fixed, diagonal: Some(divisor) };
            }
        }
    }
}

/// The quotient rounded so that the rest is at most half the divisor.
fn nearest_quotient(value: &IBig, divisor: &IBig) -> IBig {
    let quotient = value / divisor;
    let rest = value - &quotient * divisor;
    if IBig::from(2) * rest.clone().abs() > divisor.clone().abs() {
        let step = if (rest < IBig::ZERO) == (*divisor < IBig::ZERO) { IBig::ONE } else { IBig::NEG_ONE };
        quotient + step
    } else {
        quotient
    }
}
