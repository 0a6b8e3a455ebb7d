//! Random pairs of cubes that contradict each other.

use super::{Method, Pair, pair::check_alone};
use alphorn_logic::term::{TermId, Terms, VarId};
use alphorn_run::stop::Stop;
use alphorn_smt::{Outcome, Smt, SmtConfig};
use std::time::Duration;

/// As many pairs share one pool and one context.
const BATCH: usize = 250;

/// A pair that has no conflict with so many literals is given up.
const LITERALS: usize = 14;

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

    /// One of some things.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Draws literals of a theory.
pub trait Literals {
    /// Declares what the theory needs in a new pool.
    fn declare(&mut self, terms: &mut Terms);

    /// Draws the variables of a new pair and returns the shared ones.
    fn begin(&mut self, terms: &mut Terms, random: &mut Random) -> Vec<VarId>;

    /// A literal of the first side, numbered 0, or of the second.
    fn literal(&mut self, terms: &mut Terms, random: &mut Random, side: usize) -> TermId;
}

/// Draws literals for both sides in turn until they contradict each other. Mostly, neither side contradicts itself.
fn grow(pair: &mut Pair, finder: &mut Smt, theory: &mut impl Literals, random: &mut Random) {
    loop {
        pair.shared = theory.begin(&mut pair.terms, random);
        let mut cubes = [Vec::new(), Vec::new()];
        let mut outcome = Outcome::Sat;
        finder.push();
        for turn in 0..LITERALS {
            let literal = theory.literal(&mut pair.terms, random, turn % 2);
            cubes[turn % 2].push(literal);
            finder.assert(&pair.terms, literal);
            outcome = finder.check(&pair.terms, &[]);
            if outcome != Outcome::Sat {
                break;
            }
        }
        finder.pop();
        let mut is_consistent = |cube: &[TermId]| check_alone(finder, &pair.terms, &[cube]) == Outcome::Sat;
        if outcome == Outcome::Unsat && (random.below(16) == 0 || cubes.iter().all(|cube| is_consistent(cube))) {
            [pair.a, pair.b] = cubes;
            return;
        }
    }
}

/// Runs a method on `count` random pairs; how many of a thousand it answered.
pub fn answered(method: Method, count: usize, theory: &mut impl Literals) -> usize {
    let mut random = Random(count as u64);
    let config = SmtConfig { timeout: Some(Duration::from_millis(200)), ..SmtConfig::default() };
    let mut answered = 0;
    for at in 0..count.div_ceil(BATCH) {
        let mut finder = Smt::new(config, &Stop::new());
        let mut pair = Pair::empty(Terms::new());
        theory.declare(&mut pair.terms);
        for _ in at * BATCH..count.min((at + 1) * BATCH) {
            grow(&mut pair, &mut finder, theory, &mut random);
            answered += usize::from(pair.interpolate(method).is_some());
        }
    }
    println!("{answered} of {count} pairs answered");
    answered * 1000 / count
}

/// Many more with `ALPHORN_LONG=1`.
pub fn scaled(count: usize) -> usize {
    if std::env::var_os("ALPHORN_LONG").is_some() { count * 50 } else { count }
}
