//! Formulas without the variables that nobody asks for.

use alphorn_logic::term::{Op, TermId, Terms, VarId};
use alphorn_smt::Smt;
use std::time::Duration;

/// Time for one elimination.
pub(super) const ELIMINATION: Duration = Duration::from_secs(2);

/// The formula for some values of all variables but the parameters: by elimination in Z3, or with the quantifier itself.
pub(super) fn project(terms: &mut Terms, smt: &Smt, params: &[VarId], formula: TermId) -> TermId {
    let mut locals = terms.free_vars([formula]);
    locals.retain(|v| !params.contains(v));
    if locals.is_empty() {
        return formula;
    }
    let without = smt.eliminate(terms, &locals, formula, ELIMINATION);
    without.unwrap_or_else(|| terms.app(Op::Exists(locals.into()), [formula]))
}
