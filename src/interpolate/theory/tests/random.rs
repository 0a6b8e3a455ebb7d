//! Random pairs of cubes that contradict each other.

use super::{Method, Pair};
use crate::{
    interpolate::theory::{integer, literals, model_based, project},
    term::{Op, SortId, TermId, Terms},
};

/// As many pairs share one pool and one context.
const BATCH: usize = 250;

/// Sebastiano Vigna's splitmix64: the pairs are the same on every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Random literals of linear arithmetic.
pub struct Arithmetic {
    pub random: Random,
    /// Now and then a coefficient has hundreds of bits.
    pub huge: bool,
}

impl Arithmetic {
    fn coefficient(&mut self, terms: &mut Terms, real: bool) -> TermId {
        let small = self.random.between(-4, 4);
        let number = dashu_ratio::RBig::from(small);
        let number = if self.huge && self.random.below(6) == 0 {
            number * dashu_ratio::RBig::from(dashu_int::IBig::from(3).pow(100)) + dashu_ratio::RBig::ONE
        } else {
            number
        };
        terms.numeral(if real { SortId::REAL } else { SortId::INT }, number)
    }

    /// A sum over some of the variables; over any when it is of sort Real.
    fn sum(&mut self, terms: &mut Terms, vars: &[TermId], real: bool) -> TermId {
        let mut parts = vec![self.coefficient(terms, real)];
        for at in 0..self.random.between(2, 3) {
            // The private ones are last.
            let var = if at == 0 { vars[vars.len() - 1] } else { self.random.pick(vars) };
            let var = match (terms.sort_of(var) == SortId::REAL, real) {
                (false, true) => terms.app(Op::ToReal, [var]),
                (true, false) => terms.app(Op::ToInt, [var]),
                _ => var,
            };
            let factor = self.coefficient(terms, real);
            parts.push(terms.app(Op::Mul, [factor, var]));
        }
        terms.app(Op::Add, parts)
    }

    fn literal(&mut self, terms: &mut Terms, vars: &[TermId]) -> TermId {
        let real = vars.iter().any(|v| terms.sort_of(*v) == SortId::REAL) && self.random.below(3) > 0;
        let left = self.sum(terms, vars, real);
        let atom = match self.random.below(if real { 8 } else { 14 }) {
            0 | 1 | 8 => {
                let right = self.sum(terms, vars, real);
                terms.app(Op::Eq, [left, right])
            }
            2 => {
                let right = self.sum(terms, vars, real);
                terms.app(Op::Distinct, [left, right])
            }
            3 if real => terms.app(Op::IsInt, [left]),
            9 | 10 => {
                let divisor = self.random.pick(&[2, 2, 3, 4, -3, 6]);
                let residue = self.random.between(0, 2);
                let (divisor, residue) = (terms.int(divisor), terms.int(residue));
                let remainder = terms.app(Op::Mod, [left, divisor]);
                terms.app(Op::Eq, [remainder, residue])
            }
            11 => {
                let divisor = self.random.pick(&[2, 3, -2, 5]);
                let (divisor, right) = (terms.int(divisor), self.sum(terms, vars, false));
                let quotient = terms.app(Op::IntDiv, [left, divisor]);
                terms.le(quotient, right)
            }
            12 => {
                let (size, right) = (terms.app(Op::Abs, [left]), self.sum(terms, vars, false));
                terms.app(Op::Gt, [size, right])
            }
            _ => {
                let right = self.coefficient(terms, real);
                let op = self.random.pick(&[&Op::Le, &Op::Lt, &Op::Ge, &Op::Gt]).clone();
                terms.app(op, [left, right])
            }
        };
        if self.random.below(6) == 0 { terms.not(atom) } else { atom }
    }

    /// Draws new cubes for a pair.
    fn draw(&mut self, pair: &mut Pair, sorts: &[SortId]) {
        let most = if self.random.below(8) == 0 { 0 } else { 2 };
        let [shared, of_a, of_b] = [0, 1, 1].map(|least| {
            let count = self.random.between(least.min(most), most);
            let vars = (0..count).map(|_| pair.terms.fresh_var("v", self.random.pick(sorts)));
            vars.collect::<Vec<_>>()
        });
        let cubes = [&of_a, &of_b].map(|private| {
            let vars: Vec<TermId> = shared.iter().chain(private).map(|v| pair.terms.var_term(*v)).collect();
            if vars.is_empty() {
                return vec![pair.terms.bool(self.random.below(2) == 0)];
            }
            (0..self.random.between(2, 4)).map(|_| self.literal(&mut pair.terms, &vars)).collect()
        });
        [pair.a, pair.b] = cubes;
        pair.shared = shared;
    }
}

/// Runs a method on `count` random pairs and returns how many of them it answered.
fn answered(method: Method, count: usize, sorts: &[SortId], huge: bool) -> usize {
    let mut arithmetic = Arithmetic { random: Random(count as u64), huge };
    let (mut tried, mut answered) = (0, 0);
    while tried < count {
        let mut pair = Pair::empty(Terms::new());
        for _ in 0..BATCH {
            arithmetic.draw(&mut pair, sorts);
            if pair.is_conflict() && (tried % 16 == 0 || pair.has_consistent_sides()) {
                tried += 1;
                answered += usize::from(pair.interpolate(method).is_some());
            }
        }
    }
    println!("{answered} of {tried} pairs answered");
    answered * 1000 / tried
}

/// Many more with `ALPHORN_LONG=1`.
pub fn scaled(count: usize) -> usize {
    if std::env::var_os("ALPHORN_LONG").is_some() { count * 40 } else { count }
}

#[test]
fn projection_answers_all_linear_integer_pairs() {
    assert_eq!(answered(project, scaled(1500), &[SortId::INT], false), 1000);
}

#[test]
fn projection_answers_all_pairs_with_huge_coefficients() {
    assert_eq!(answered(project, scaled(200), &[SortId::INT], true), 1000);
}

#[test]
fn projection_answers_all_mixed_pairs() {
    assert_eq!(answered(project, scaled(500), &[SortId::REAL, SortId::INT], false), 1000);
    assert_eq!(answered(project, scaled(200), &[SortId::REAL], false), 1000);
}

#[test]
fn case_splits_answer_most_integer_pairs() {
    assert!(answered(integer, scaled(1500), &[SortId::INT], false) > 700);
    assert!(answered(integer, scaled(200), &[SortId::INT, SortId::REAL], true) > 500);
}

#[test]
fn literals_and_model_based_projections_are_interpolants() {
    assert!(answered(literals, scaled(300), &[SortId::INT], false) > 100);
    assert!(answered(model_based, scaled(300), &[SortId::INT], false) > 500);
}
