//! The solvers of an interpolator. Making a solver costs more than most checks, so they are kept from question to question.

use alphorn_logic::term::{TermId, Terms};
use alphorn_smt::Smt;

/// Taking back the assertion of more terms than this takes Z3 longer than making a solver.
const MOST_TERMS_TAKEN_BACK: usize = 300;

/// One solver for the suffix, and one for neither side.
pub struct Solvers {
    /// Has the suffix asserted while a question is open.
    pub below: Smt,
    /// Has no assertions.
    pub free: Smt,
}

impl Solvers {
    /// New solvers in the context of another.
    pub fn new(smt: &Smt) -> Self {
        Solvers { below: smt.sibling(), free: smt.sibling() }
    }

    /// Begins a question.
    pub fn open(&mut self, terms: &Terms, suffix: TermId) {
        assert_for_now(&mut self.below, terms, suffix);
        self.free.push();
    }

    /// Ends a question: everything about it is forgotten.
    pub fn close(&mut self, terms: &Terms, suffix: TermId) {
        forget(&mut self.below, terms, suffix);
        forget(&mut self.free, terms, suffix);
    }
}

/// Asserts a formula in a scope of its own.
pub fn assert_for_now(smt: &mut Smt, terms: &Terms, formula: TermId) {
    smt.push();
    smt.assert(terms, formula);
}

/// Takes back a scope that has to do with a formula: the solver is as it was, or new if it had no assertions anyway.
pub fn forget(smt: &mut Smt, terms: &Terms, formula: TermId) {
    if terms.subterms([formula]).len() > MOST_TERMS_TAKEN_BACK {
        *smt = smt.sibling();
    } else {
        smt.pop();
    }
}
