//! Which of the parallel half-spaces between two sides is taken.

use alphorn_arith::{Rational, Relation};

/// How strong an interpolant should be where there is a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strength {
    /// As close to the prefix as possible.
    Strong,
    /// In between, with the simplest number that is between the sides.
    #[default]
    Middle,
    /// As close to the suffix as possible.
    Weak,
}

/// The values that a linear form takes: on the prefix not above `low`, on the suffix not below `high`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The supremum on the prefix.
    pub low: Rational,
    /// Whether the form takes the value `low` on the prefix.
    pub low_attained: bool,
    /// The infimum on the suffix.
    pub high: Rational,
    /// Whether the form takes the value `high` on the suffix.
    pub high_attained: bool,
}

impl Gap {
    /// The relation and bound of a half-space `form R bound` that holds on the prefix and nowhere on the suffix; `None` if
    /// the sides overlap. `integral` says that the form takes only integer values.
    pub fn bound(&self, strength: Strength, integral: bool) -> Option<(Relation, Rational)> {
        if integral {
            return self.rounded().bound_of_integers(strength);
        }
        let strong = || (if self.low_attained { Relation::Le } else { Relation::Lt }, self.low.clone());
        let weak = || (if self.high_attained { Relation::Lt } else { Relation::Le }, self.high.clone());
        if self.low > self.high || self.low == self.high && self.low_attained && self.high_attained {
            return None;
        }
        Some(match strength {
            Strength::Weak => weak(),
            Strength::Middle if self.low < self.high => (Relation::Le, simplest(&self.low, &self.high)),
            Strength::Strong | Strength::Middle => strong(),
        })
    }

    /// The largest integer that the prefix may take and the smallest that the suffix may take.
    fn rounded(&self) -> Gap {
        let mut low = self.low.floor();
        if !self.low_attained && self.low.is_integer() {
            low -= Rational::ONE;
        }
        let mut high = self.high.ceil();
        if !self.high_attained && self.high.is_integer() {
            high += Rational::ONE;
        }
        Gap { low, low_attained: true, high, high_attained: true }
    }

    fn bound_of_integers(&self, strength: Strength) -> Option<(Relation, Rational)> {
        if self.low >= self.high {
            return None;
        }
        let bound = match strength {
            Strength::Strong => self.low.clone(),
            Strength::Middle => simplest(&self.low, &self.high),
            Strength::Weak => &self.high - Rational::ONE,
        };
        Some((Relation::Le, bound))
    }
}

/// A number that is at least `low` and below `high`: the one nearest to 0 of those with the smallest power of 2 below.
fn simplest(low: &Rational, high: &Rational) -> Rational {
    let mut scale = Rational::ONE;
    loop {
        let (scaled_low, scaled_high) = (low * &scale, high * &scale);
        let candidate = if scaled_low.is_positive() {
            scaled_low.ceil()
        } else if scaled_high.is_positive() {
            Rational::ZERO
        } else {
            scaled_high.ceil() - Rational::ONE
        };
        if scaled_low <= candidate && candidate < scaled_high {
            return candidate / scale;
        }
        scale *= Rational::from(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator, denominator).unwrap()
    }

    fn gap(low: Rational, low_attained: bool, high: Rational, high_attained: bool) -> Gap {
        Gap { low, low_attained, high, high_attained }
    }

    #[test]
    fn strictness_follows_from_what_is_attained() {
        let bounds =
            |gap: Gap| [Strength::Strong, Strength::Middle, Strength::Weak].map(|strength| gap.bound(strength, false));
        let (zero, ten) = (Rational::ZERO, Rational::from(10));
        let le = |n: &Rational| Some((Relation::Le, n.clone()));
        let lt = |n: &Rational| Some((Relation::Lt, n.clone()));
        assert_eq!(bounds(gap(zero.clone(), true, ten.clone(), true)), [le(&zero), le(&zero), lt(&ten)]);
        assert_eq!(bounds(gap(zero.clone(), false, ten.clone(), false)), [lt(&zero), le(&zero), le(&ten)]);
        assert_eq!(bounds(gap(ten.clone(), false, ten.clone(), true)), [lt(&ten), lt(&ten), lt(&ten)]);
        assert_eq!(bounds(gap(ten.clone(), true, ten.clone(), false)), [le(&ten), le(&ten), le(&ten)]);
        assert_eq!(bounds(gap(ten.clone(), true, ten.clone(), true)), [None, None, None]);
        assert_eq!(bounds(gap(ten, false, zero, false)), [None, None, None]);
    }

    #[test]
    fn integers_are_rounded_and_may_separate_what_rationals_do_not() {
        let half = gap(number(1, 2), true, number(1, 2), true);
        assert_eq!(half.bound(Strength::Middle, false), None);
        assert_eq!(half.bound(Strength::Middle, true), Some((Relation::Le, Rational::ZERO)));
        let open = gap(Rational::from(3), false, Rational::from(3), true);
        assert_eq!(open.bound(Strength::Weak, true), Some((Relation::Le, Rational::from(2))));
        let wide = gap(Rational::from(-7), true, number(9, 2), true);
        let bounds = [Strength::Strong, Strength::Middle, Strength::Weak].map(|s| wide.bound(s, true).unwrap().1);
        assert_eq!(bounds, [-7, 0, 4].map(Rational::from));
        let shut = gap(Rational::from(3), true, Rational::from(3), false);
        assert_eq!(shut.bound(Strength::Strong, true), Some((Relation::Le, Rational::from(3))));
    }

    #[test]
    fn the_simplest_number_is_near_zero_and_has_few_digits() {
        for (low, high, expected) in [
            (number(1, 3), number(17, 3), number(1, 1)),
            (number(1, 3), number(2, 3), number(1, 2)),
            (number(-17, 3), number(-1, 3), number(-1, 1)),
            (number(-2, 1), number(-1, 1), number(-2, 1)),
        ] {
            let found = simplest(&low, &high);
            assert_eq!(found, expected);
        }
        let (low, high) = (number(1000, 1001), number(1001, 1002));
        let found = simplest(&low, &high);
        assert!(low <= found && found < high, "{found} is between close neighbours");
    }
}
