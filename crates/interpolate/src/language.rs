//! Restriction languages `L0 ⊂ L1 ⊂ …` (Jhala and McMillan, TACAS 2006), against divergence: each has finitely many atoms over
//! given variables, and every atom is in one of them. What is refuted again and again with ever new constants must be refuted
//! with something else.
//!
//! An atom of linear arithmetic is in `Lk` if its integer coefficients are at most `2^k` times the largest of the problem's (of
//! those that are not too large), and its constant is less than `2^k` away from a numeral of the problem, or from 0. Any other
//! atom has such numerals only, and at most `2^(k+3)` subterms.

use alphorn_arith::Rational;
use alphorn_logic::term::{Linear, Op, TermId, Terms};
use dashu_int::IBig;
use std::collections::BTreeSet;

/// The last language of the chain that is tried: where some are not enough, looking for more is most of the work.
const LAST: u32 = 2;
/// Larger coefficients of the problem, such as the sizes of types, are none for interpolants.
const MOST_COEFFICIENT: i64 = 16;
/// The subterms of an atom of the first language that is no linear arithmetic, at most.
const SUBTERMS: usize = 8;

/// A language of the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Language {
    level: u32,
    numerals: BTreeSet<IBig>,
    /// The largest coefficient of the first language.
    coefficient: i64,
}

/// Whether a number may be a constant, or which ones may be instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// It may.
    Inside,
    /// It may not; the nearest ones below and above it that may.
    Outside(Option<Rational>, Option<Rational>),
}

impl Language {
    /// The first language for a problem with these formulas.
    pub fn of(terms: &Terms, formulas: impl IntoIterator<Item = TermId>) -> Self {
        let (mut numerals, mut coefficient) = (BTreeSet::from([IBig::ZERO]), 1);
        for term in terms.subterms(formulas) {
            match terms.op(term) {
                Op::Mul => {
                    let sizes = terms.args(term).iter().filter_map(|factor| size(terms, *factor));
                    coefficient = sizes.filter(|&size| size <= MOST_COEFFICIENT).fold(coefficient, i64::max);
                }
                Op::Int(n) => numerals.extend([n.clone(), -n]),
                Op::Real(n) => numerals.extend([n.numerator().clone(), -n.numerator()]),
                _ => {}
            }
        }
        Language { level: 0, numerals, coefficient }
    }

    /// Its place in the chain.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// The next language; none after the last: then there is no restriction.
    pub fn next(&self) -> Option<Language> {
        (self.level < LAST).then(|| Language { level: self.level + 1, ..self.clone() })
    }

    /// The largest size of a coefficient.
    pub fn most(&self) -> Rational {
        Rational::from(self.coefficient << self.level)
    }

    /// Whether a number may be the constant of an inequality with integer coefficients.
    pub fn place(&self, number: &Rational) -> Place {
        let reach = IBig::from((1u64 << self.level) - 1);
        let [floor, ceil] = [number.floor(), number.ceil()].map(|n| n.numerator());
        // The largest constant that is at most the floor, and the smallest that is at least the ceiling.
        let below = self.numerals.range(..=&floor + &reach).next_back().map(|n| (n + &reach).min(floor.clone()));
        let above = self.numerals.range(&ceil - &reach..).next().map(|n| (n - &reach).max(ceil.clone()));
        if number.is_integer() && below.as_ref() == Some(&floor) {
            return Place::Inside;
        }
        Place::Outside(below.map(Rational::from), above.map(Rational::from))
    }

    /// Whether a formula is in the language.
    pub fn contains(&self, terms: &mut Terms, formula: TermId) -> bool {
        let mut open = vec![formula];
        while let Some(part) = open.pop() {
            let inside = match terms.op(part) {
                Op::And | Op::Or | Op::Not => {
                    open.extend_from_slice(terms.args(part));
                    true
                }
                _ => match Linear::of_atom(terms, part) {
                    Some((sum, _)) => self.has_sum(terms, &sum),
                    None => self.has_term(terms, part),
                },
            };
            if !inside {
                return false;
            }
        }
        true
    }

    fn has_sum(&self, terms: &Terms, sum: &Linear) -> bool {
        let coefficients = sum.monomials().iter().map(|(_, coefficient)| coefficient);
        let mut numbers: Vec<Rational> = coefficients.chain([sum.constant()]).map(|n| n.clone().into()).collect();
        for at in 0..numbers.len() {
            let denominator = Rational::from(numbers[at].denominator());
            numbers.iter_mut().for_each(|number| *number *= &denominator);
        }
        let (most, constant) = (self.most(), -numbers.pop().unwrap_or_default());
        self.place(&constant) == Place::Inside
            && numbers.into_iter().all(|coefficient| coefficient.abs() <= most)
            && sum.monomials().iter().all(|(term, _)| self.has_term(terms, *term))
    }

    fn has_term(&self, terms: &Terms, term: TermId) -> bool {
        let subterms = terms.subterms([term]);
        let is_inside = |&term: &TermId| match terms.op(term) {
            Op::Int(n) => self.place(&Rational::from(n.clone())) == Place::Inside,
            Op::Real(n) => self.place(&Rational::from(n.numerator().clone())) == Place::Inside,
            _ => true,
        };
        subterms.len() <= SUBTERMS << self.level && subterms.iter().all(is_inside)
    }
}

/// The absolute value of an integer.
fn size(terms: &Terms, term: TermId) -> Option<i64> {
    let number = match terms.op(term) {
        Op::Int(n) => n.clone(),
        Op::Real(n) if n.is_int() => n.numerator().clone(),
        _ => return None,
    };
    i64::try_from(number).ok().and_then(i64::checked_abs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alphorn_logic::{horn::testing::problem, term::SortId};

    /// The first language whose numerals are 0, 1 and 100, and their negations.
    fn first() -> (Terms, Language) {
        let mut terms = Terms::new();
        let numerals = [1, 100].map(|n| terms.int(n));
        let language = Language::of(&terms, numerals);
        (terms, language)
    }

    #[test]
    fn constants_are_near_the_numerals_of_the_problem() {
        let (_, language) = first();
        let number = |n: i64| Some(Rational::from(n));
        assert_eq!(language.place(&Rational::from(100)), Place::Inside);
        assert_eq!(language.place(&Rational::from(3)), Place::Outside(number(1), number(100)));
        assert_eq!(language.place(&Rational::from(101)), Place::Outside(number(100), None));
        assert_eq!(language.place(&Rational::new(1, 2).unwrap()), Place::Outside(number(0), number(1)));
        let next = language.next().and_then(|language| language.next()).unwrap();
        assert_eq!(next.place(&Rational::from(-103)), Place::Inside);
        assert_eq!(next.place(&Rational::from(50)), Place::Outside(number(4), number(97)));
    }

    #[test]
    fn each_language_is_part_of_the_next() {
        let (mut terms, language) = first();
        let chain: Vec<Language> = std::iter::successors(Some(language), Language::next).collect();
        assert_eq!(chain.len(), LAST as usize + 1);
        let (x, a) = (terms.fresh("x", SortId::INT), terms.fresh("b", SortId::BOOL));
        let r = terms.fresh("r", SortId::REAL);
        let mut scaled = |factor: i32, bound: i32| {
            let (factor, bound) = (terms.int(factor), terms.int(bound));
            let product = terms.app(Op::Mul, [factor, x]);
            terms.le(product, bound)
        };
        let outside = chain.len();
        let atoms = [(scaled(1, 100), 0), (scaled(1, 103), 2), (scaled(3, 1), 2), (scaled(1, 1000), outside), (a, 0)];
        let half = terms.real(dashu_ratio::RBig::from_parts(1.into(), 2u8.into()));
        let atoms = atoms.into_iter().chain([(terms.le(r, half), 1)]);
        for (atom, level) in atoms.collect::<Vec<_>>() {
            let inside = chain.iter().map(|language| language.contains(&mut terms, atom)).take_while(|is| !is).count();
            assert_eq!(inside, level, "{}", terms.display(atom));
        }
    }

    #[test]
    fn coefficients_are_as_large_as_those_of_the_problem() {
        let (mut terms, problem) = problem(
            "(declare-fun P (Int Real) Bool)
             (assert (forall ((x Int) (y Real)) (=> (and (<= (* (- 3) x) 7) (<= (* 4.0 y) 1.0) (<= (* 4096 x) 1)) (P x y))))",
        );
        let language = Language::of(&terms, problem.constraints());
        assert_eq!(language.most(), Rational::from(4));
        assert_eq!(language.next().unwrap().most(), Rational::from(8));
        let sum = terms.int(5000);
        assert_eq!(Language::of(&terms, [sum]).most(), Rational::from(1), "no coefficient");
    }

    #[test]
    fn other_terms_are_small() {
        let (mut terms, problem) = problem(
            "(declare-fun P ((Array Int Int)) Bool)
             (assert (forall ((a (Array Int Int))) (=> (= (select a (select a 7)) (select a 8)) (P a))))",
        );
        let formula = problem.rules[0].constraint;
        let language = Language::of(&terms, [formula]);
        assert!(language.contains(&mut terms, formula));
        let other = Language::of(&terms, []);
        assert!(!other.contains(&mut terms, formula), "7 and 8 are no numerals of that problem");
    }
}
