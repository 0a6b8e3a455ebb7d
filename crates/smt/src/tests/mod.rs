//! Tests of the door as a whole, by what it is used for.

mod agreement;
mod deep;
mod implicants;
mod projection;
mod solving;
mod stopping;
mod translation;
mod values;

use super::{Outcome, Smt, SmtConfig};
use alphorn_logic::term::{Op, SortId, TermId, Terms};
use alphorn_run::stop::Stop;

fn solver() -> Smt {
    Smt::new(SmtConfig::default(), &Stop::new())
}

/// Some integer variables.
fn ints<const N: usize>(terms: &mut Terms) -> [TermId; N] {
    std::array::from_fn(|i| terms.fresh(["x", "y", "z", "u", "v"][i], SortId::INT))
}

/// `x^3 + y^3 + z^3 = 42`: it has a solution, which nobody finds soon.
fn endless(terms: &mut Terms) -> TermId {
    let cubes = ints::<3>(terms).map(|x| terms.app(Op::Mul, [x, x, x]));
    let sum = terms.app(Op::Add, cubes);
    let forty_two = terms.int(42);
    terms.eq(sum, forty_two)
}

/// Whether a formula is true in all models.
fn is_valid(terms: &mut Terms, formula: TermId) -> bool {
    let negation = terms.not(formula);
    let mut smt = solver();
    smt.assert(terms, negation);
    smt.check(terms, &[]) == Outcome::Unsat
}
