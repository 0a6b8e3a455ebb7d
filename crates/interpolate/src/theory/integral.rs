//! Congruences, written as: a form plus a constant is an integer.

use alphorn_arith::{Linear, Rational, content};
use alphorn_logic::term::{self, Op, SortId, TermId, Terms};
use dashu_base::ExtendedGcd;

/// That a form over integer columns plus a constant is an integer. `x ≡ 1 (mod 3)` is `x/3 - 1/3`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Integral {
    /// The form.
    pub form: Linear,
    /// The constant to add.
    pub constant: Rational,
}

impl Integral {
    /// The same, with all numbers reduced to fractions from 0 up to but not including 1.
    pub fn reduced(&self) -> Self {
        self.times(&Rational::ONE)
    }

    /// All numbers times an integer, reduced.
    fn times(&self, factor: &Rational) -> Self {
        let fraction = |number: &Rational| {
            let product = number * factor;
            let floor = product.floor();
            product - floor
        };
        let form = Linear::new(self.form.terms().iter().map(|(column, c)| (*column, fraction(c))));
        Integral { form, constant: fraction(&self.constant) }
    }

    /// The common denominator of all numbers.
    pub fn modulus(&self) -> Rational {
        Rational::from(content(self.form.coefficients().chain([&self.constant])).denominator())
    }

    /// The same, reduced, with the modulus' inverse as a coefficient if a multiple has that: `2x ≡ 1 (mod 3)` becomes
    /// `x ≡ 2 (mod 3)`.
    pub fn canonical(&self) -> Self {
        let reduced = self.reduced();
        let modulus = reduced.modulus();
        let inverse = reduced.form.coefficients().find_map(|c| {
            let (gcd, inverse, _) = (c * &modulus).numerator().gcd_ext(modulus.numerator());
            gcd.is_one().then_some(Rational::from(inverse))
        });
        inverse.map_or(reduced.clone(), |inverse| reduced.times(&inverse))
    }

    /// `(= (mod sum modulus) residue)`, or `true` or `false` where that is known; `column` gives the term of a column.
    pub fn literal(&self, terms: &mut Terms, column: impl Fn(usize) -> TermId) -> TermId {
        let Integral { form, constant } = self.canonical();
        if form.is_zero() {
            return terms.bool(constant.is_zero());
        }
        let modulus = self.modulus();
        let residue = if constant.is_zero() { constant } else { (Rational::ONE - constant) * &modulus };
        let weights = form.terms().iter().map(|(at, c)| (column(*at), (c * &modulus).to_rbig()));
        let sum = term::Linear::of_weights(terms, SortId::INT, weights.collect::<Vec<_>>()).to_term(terms);
        let (modulus, residue) = (terms.int(modulus.numerator()), terms.int(residue.numerator()));
        let remainder = terms.app(Op::Mod, [sum, modulus]);
        terms.eq(remainder, residue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(form: &[(usize, i64)], constant: i64, modulus: i64) -> String {
        let fraction = |n: i64| Rational::new(n, modulus).unwrap_or_default();
        let form = Linear::new(form.iter().map(|(column, c)| (*column, fraction(*c))));
        let Integral { form, constant } = Integral { form, constant: fraction(constant) }.canonical();
        format!("{form} + {constant}")
    }

    #[test]
    fn a_coefficient_becomes_one_where_it_can() {
        assert_eq!(canonical(&[(0, 2)], -1, 3), "1/3·x0 + 1/3");
        assert_eq!(canonical(&[(0, 3), (1, 2)], 0, 6), "1/2·x0 + 1/3·x1 + 0");
        assert_eq!(canonical(&[(0, 2), (1, 5)], 4, 6), "2/3·x0 + 1/6·x1 + 1/3");
        assert_eq!(canonical(&[(0, 6)], 13, 6), "0 + 1/6");
    }
}
