//! The solvers of an interpolator. Making a solver costs more than most checks, so they are kept from question to question.

use crate::{
    smt::Smt,
    term::{TermId, Terms},
};

/// Taking back the assertion of more terms than this takes Z3 longer than making a solver.
const MOST_TERMS_TAKEN_BACK: usize = 300;

/// One solver for each side, and one for neither.
pub struct Solvers {
    /// Has the prefix asserted while a question is open.
    pub above: Smt,
    /// Has the suffix asserted while a question is open.
    pub below: Smt,
    /// Has no assertions.
    pub free: Smt,
    is_large: bool,
}

impl Solvers {
    /// New solvers in the context of another.
    pub fn new(smt: &Smt) -> Self {
        Solvers { above: smt.sibling(), below: smt.sibling(), free: smt.sibling(), is_large: false }
    }

    /// Begins a question.
    pub fn open(&mut self, terms: &Terms, prefix: TermId, suffix: TermId) {
        self.is_large = terms.subterms([prefix, suffix]).len() > MOST_TERMS_TAKEN_BACK;
        self.each(Smt::push);
        self.above.assert(terms, prefix);
        self.below.assert(terms, suffix);
    }

    /// Ends a question: everything about it is forgotten.
    pub fn close(&mut self) {
        if self.is_large {
            *self = Solvers::new(&self.free);
        } else {
            self.each(Smt::pop);
        }
    }

    fn each(&mut self, act: impl Fn(&mut Smt)) {
        [&mut self.above, &mut self.below, &mut self.free].into_iter().for_each(act);
    }
}
