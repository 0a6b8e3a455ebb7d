//! What is left of a budget.

use crate::Budget;
use alphorn_logic::term::{TermId, Terms};
use alphorn_smt::{Outcome, Smt};

/// Counts against a budget. Every method gives `None` once the budget is spent, so that `?` ends the work.
pub struct Meter<'a> {
    budget: &'a Budget,
    calls: usize,
    cases: usize,
}

impl<'a> Meter<'a> {
    /// A fresh count.
    pub fn new(budget: &'a Budget) -> Self {
        Self::share(budget, 1)
    }

    /// A fresh count over one of `parts` equal shares.
    pub fn share(budget: &'a Budget, parts: usize) -> Self {
        Meter { budget, calls: budget.smt_calls.div_ceil(parts), cases: budget.cases.div_ceil(parts) }
    }

    /// The budget itself.
    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Begins one more case.
    pub fn case(&mut self) -> Option<()> {
        self.go_on()?;
        self.cases = self.cases.checked_sub(1)?;
        Some(())
    }

    /// Looks at the stop token only.
    pub fn go_on(&self) -> Option<()> {
        (!self.budget.stop.is_stopped()).then_some(())
    }

    /// One check: whether it is satisfiable. `None` also when the solver does not know.
    pub fn is_sat(&mut self, terms: &Terms, smt: &mut Smt, assumptions: &[TermId]) -> Option<bool> {
        self.go_on()?;
        self.calls = self.calls.checked_sub(1)?;
        match smt.check(terms, assumptions) {
            Outcome::Sat => Some(true),
            Outcome::Unsat => Some(false),
            Outcome::Unknown(_) => None,
        }
    }

    /// The assumptions that the solver needs to refute them, made small while calls last; `None` unless it refutes them.
    pub fn core(&mut self, terms: &Terms, smt: &mut Smt, assumptions: &[TermId]) -> Option<Vec<TermId>> {
        if self.is_sat(terms, smt, assumptions)? {
            return None;
        }
        let calls = self.calls.min(smt.core().len());
        self.calls -= calls;
        Some(smt.minimal_core(terms, calls))
    }
}
