//! Clauses from what is left of a cube of the suffix without its own variables, where half-spaces would need several cases.

use super::{
    Failure, Method,
    sample::{Sampler, Target},
    verify::is_over,
};
use alphorn_logic::term::TermId;
use alphorn_smt::{Model, Outcome};
use std::time::Instant;

impl Sampler<'_> {
    /// Literals over shared variables that a model makes true, and that say that the other variables of a cube have values.
    pub(super) fn over_shared(&mut self, cube: &[TermId], model: &mut Model) -> Option<Vec<TermId>> {
        if self.config.most_disjuncts.is_some() {
            return None;
        }
        if cube.iter().all(|literal| is_over(self.terms, *literal, self.shared)) {
            return Some(cube.to_vec());
        }
        let mut private = self.terms.free_vars(cube.iter().copied());
        private.retain(|var| !self.shared.contains(var));
        let projected = model.project(self.terms, &private, cube)?;
        Some(self.terms.conjuncts(projected))
    }

    /// The clause of negated literals of the suffix's cube that the prefix implies, unless a number of cases is shorter.
    pub(super) fn shorter(&mut self, cases: usize, target: &mut Target) -> Result<Option<TermId>, Failure> {
        let Some(shared) = target.shared.as_ref().filter(|_| cases > 1) else { return Ok(None) };
        if target.core.is_none() {
            let start = Instant::now();
            match self.prefix.check(self.terms, shared) {
                Outcome::Sat => return Err(Failure::Satisfiable),
                Outcome::Unknown(reason) => return Err(self.unknown(reason)),
                Outcome::Unsat => {}
            }
            let core = self.prefix.minimal_core(self.terms, self.config.generalisation_calls);
            target.core = Some(shared.iter().copied().filter(|literal| core.contains(literal)).collect());
            self.counters.note(Method::Literals, true, start.elapsed());
        }
        let Some(short) = target.core.as_ref().filter(|core| core.len() <= cases) else { return Ok(None) };
        let negated: Vec<TermId> = short.iter().map(|literal| self.terms.not(*literal)).collect();
        let clause = self.terms.or(negated);
        Ok(self.is_allowed(clause).then_some(clause))
    }
}
