//! The prefix of a question, given with a solver that knows it.

use alphorn_logic::term::{TermId, Terms};
use alphorn_smt::{Model, Outcome, Smt};

/// What an interpolant must follow from. The solver may have known it for long, and may know more that is switched off.
pub trait Prefix {
    /// The solver, and what to assume in it: with that, its assertions are the prefix.
    fn solver(&mut self) -> (&mut Smt, &[TermId]);

    /// A formula that a model of the prefix makes true and that implies the prefix: of a disjunction, one part. `None` if
    /// the model says of no part that it is true.
    fn case(&mut self, terms: &mut Terms, model: &mut Model) -> Option<TermId>;

    /// The whole prefix.
    fn formula(&mut self, terms: &mut Terms) -> TermId;

    /// Checks the prefix together with some formulas.
    fn check(&mut self, terms: &Terms, formulas: &[TermId]) -> Outcome {
        let (smt, assumed) = self.solver();
        smt.check(terms, &[assumed, formulas].concat())
    }

    /// After the prefix and some formulas were unsatisfiable: few of the formulas that are so already, found in at most
    /// `max_calls` further checks.
    fn minimal_core(&mut self, terms: &Terms, max_calls: usize) -> Vec<TermId> {
        let (smt, assumed) = self.solver();
        smt.minimal_core_under(terms, assumed, max_calls)
    }
}

/// A formula that a solver has asserted.
pub struct Asserted<'a> {
    /// The solver.
    pub smt: &'a mut Smt,
    /// All that it has asserted.
    pub formula: TermId,
}

impl Prefix for Asserted<'_> {
    fn solver(&mut self) -> (&mut Smt, &[TermId]) {
        (self.smt, &[])
    }

    fn case(&mut self, terms: &mut Terms, model: &mut Model) -> Option<TermId> {
        (model.is_true(terms, self.formula) == Some(true)).then_some(self.formula)
    }

    fn formula(&mut self, _: &mut Terms) -> TermId {
        self.formula
    }
}
