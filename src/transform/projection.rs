//! Formulas without the variables that nobody asks for.

use super::equations::solve;
use crate::{
    smt::{Smt, SmtConfig},
    stop::Stop,
    term::{Op, Simplifier, TermId, Terms, VarId},
};
use std::time::Duration;

/// Time for one elimination.
const ELIMINATION: Duration = Duration::from_secs(2);

/// Eliminates variables: by equations where there are some, else by Z3.
pub(super) struct Projection {
    simplifier: Simplifier,
    stop: Stop,
    smt: Option<Smt>,
}

impl Projection {
    pub fn new(stop: &Stop) -> Self {
        Projection { simplifier: Simplifier::new(), stop: stop.clone(), smt: None }
    }

    /// The formula for some values of all variables but these. Where nothing else works it has a quantifier.
    pub fn project(&mut self, terms: &mut Terms, params: &[VarId], formula: TermId) -> TermId {
        let conjuncts = solve(terms, &mut self.simplifier, formula, |v| !params.contains(&v)).conjuncts;
        let formula = terms.and(conjuncts);
        let mut locals = terms.free_vars([formula]);
        locals.retain(|v| !params.contains(v));
        if locals.is_empty() {
            return formula;
        }
        let smt = self.smt.get_or_insert_with(|| Smt::new(SmtConfig::default(), &self.stop));
        let without = smt.eliminate(terms, &locals, formula, ELIMINATION);
        without.unwrap_or_else(|| terms.app(Op::Exists(locals.into()), [formula]))
    }
}
