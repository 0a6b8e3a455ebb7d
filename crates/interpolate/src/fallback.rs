//! What answers where rational arithmetic sees no conflict.

use super::{Budget, Failure, Method, sample::Sampler, theory, verify::is_over};
use alphorn_logic::term::{TermId, Terms, VarId};
use alphorn_smt::{Outcome, Smt};
use std::time::Instant;

/// An interpolant of two cubes, or `None`.
type CubeMethod = fn(&mut Terms, &mut Smt, &[TermId], &[TermId], &[VarId], &Budget) -> Option<TermId>;

/// What is tried for two cubes, in this order.
const METHODS: [(Method, CubeMethod); 6] = [
    (Method::Integer, theory::integer),
    (Method::Literals, theory::literals),
    (Method::Equality, theory::equality),
    (Method::Array, theory::array),
    (Method::Projection, theory::project),
    (Method::ModelBased, theory::model_based),
];

impl Sampler<'_> {
    /// An interpolant of a cube of the prefix and one of the suffix.
    pub(super) fn by_theory(&mut self, prefix: &[TermId], suffix: &[TermId]) -> Result<(TermId, Method), Failure> {
        let both = [prefix, suffix].concat();
        match self.solvers.free.check(self.terms, &both) {
            Outcome::Sat => return Err(Failure::Satisfiable),
            Outcome::Unknown(reason) => return Err(self.unknown(reason)),
            Outcome::Unsat => {}
        }
        let core = self.solvers.free.minimal_core(self.terms, self.config.generalisation_calls);
        let needed = |cube: &[TermId]| cube.iter().copied().filter(|literal| core.contains(literal)).collect();
        let (a, b): (Vec<TermId>, Vec<TermId>) = (needed(prefix), needed(suffix));
        for (method, find) in METHODS {
            let start = Instant::now();
            let found = find(self.terms, &mut self.solvers.free, &a, &b, self.shared, self.budget);
            let found = found.filter(|formula| self.is_allowed(*formula) && self.is_between(method, &a, *formula, &b));
            self.counters.note(method, found.is_some(), start.elapsed());
            if let Some(formula) = found {
                return Ok((formula, method));
            }
        }
        let start = Instant::now();
        let found = self.eliminate(suffix).filter(|formula| self.is_allowed(*formula));
        self.counters.note(Method::Elimination, found.is_some(), start.elapsed());
        // A method gives up when it is stopped.
        let failure = self.budget.stop.cause().map_or(Failure::NoMethod, Failure::Stopped);
        found.map(|formula| (formula, Method::Elimination)).ok_or(failure)
    }

    /// Checks what a method found for two cubes, so that the next one is tried where it is wrong, or not known to be right.
    fn is_between(&mut self, method: Method, a: &[TermId], formula: TermId, b: &[TermId]) -> bool {
        let negated = self.terms.not(formula);
        let mut right = is_over(self.terms, formula, self.shared);
        for (cube, opposite) in [(a, negated), (b, formula)] {
            match right.then(|| self.solvers.free.check(self.terms, &[cube, &[opposite]].concat())) {
                Some(Outcome::Unsat) => {}
                Some(Outcome::Unknown(_)) => return false,
                Some(Outcome::Sat) | None => right = false,
            }
        }
        if !right {
            log::warn!("not an interpolant, by {}: {}", method.name(), self.terms.display(formula));
            self.counters.rejected += 1;
        }
        right
    }

    /// The weakest interpolant for a cube of the suffix, whatever the prefix is.
    pub(super) fn eliminate(&mut self, cube: &[TermId]) -> Option<TermId> {
        let private: Vec<VarId> =
            self.terms.free_vars(cube.iter().copied()).into_iter().filter(|var| !self.shared.contains(var)).collect();
        let body = self.terms.and(cube.iter().copied());
        let projected = self.solvers.free.eliminate(self.terms, &private, body, self.config.elimination_time)?;
        Some(self.terms.not(projected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Counters, Question, prefix::Asserted, solvers::Solvers};
    use alphorn_logic::term::{Op, SortId};
    use alphorn_run::stop::Stop;
    use alphorn_smt::SmtConfig;

    #[test]
    fn what_is_wrong_is_counted_and_not_used() {
        let mut terms = Terms::new();
        let vars = ["x", "y"].map(|name| terms.fresh_var(name, SortId::INT));
        let [x, y] = vars.map(|var| terms.var_term(var));
        let [zero, five] = [0, 5].map(|n| terms.int(n));
        let (a, b) = (terms.le(x, zero), terms.app(Op::Ge, [x, five]));
        let candidates = [terms.lt(x, five), terms.lt(x, zero), terms.le(x, five), terms.le(y, zero)];
        let mut smt = Smt::new(SmtConfig::default(), &Stop::new());
        let mut solvers = Solvers::new(&smt);
        let (config, mut counters) = (Config::default(), Counters::default());
        let question = Question { suffix: &[vec![b]], shared: &vars[..1], transitions: &[] };
        let mut prefix = Asserted { smt: &mut smt, formula: a };
        let mut sampler = Sampler::new(&mut terms, &config, &mut counters, &mut solvers, &question, &mut prefix, b);
        let right = candidates.map(|formula| sampler.is_between(Method::Integer, &[a], formula, &[b]));
        assert_eq!(right, [true, false, false, false]);
        assert_eq!(counters.rejected, 3);
    }
}
