//! Whether a formula is an interpolant.

use super::{Prefix, Question};
use alphorn_logic::term::{TermId, Terms, VarId};
use alphorn_smt::{Outcome, Smt};
use std::fmt;

/// Why a formula is not known to be an interpolant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// It has a variable that is not shared, or a quantifier.
    Vocabulary,
    /// The prefix does not imply it.
    Prefix,
    /// It is consistent with the suffix.
    Suffix,
    /// The solver could not say, for this reason.
    Unknown(String),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Vocabulary => f.write_str("it is not over the shared variables"),
            Flaw::Prefix => f.write_str("the prefix does not imply it"),
            Flaw::Suffix => f.write_str("it does not contradict the suffix"),
            Flaw::Unknown(reason) => write!(f, "not known: {reason}"),
        }
    }
}

/// Checks a formula against a question, whose suffix is asserted in a solver.
pub fn verify(
    terms: &mut Terms,
    prefix: &mut dyn Prefix,
    suffix: &mut Smt,
    question: &Question,
    formula: TermId,
) -> Result<(), Flaw> {
    verify_above(terms, prefix, question, formula)?;
    expect_unsat(suffix.check(terms, &[formula]), Flaw::Suffix)
}

/// The same for a formula with which the suffix was found unsatisfiable just now.
pub fn verify_above(
    terms: &mut Terms,
    prefix: &mut dyn Prefix,
    question: &Question,
    formula: TermId,
) -> Result<(), Flaw> {
    if !is_over(terms, formula, question.shared) {
        return Err(Flaw::Vocabulary);
    }
    let negated = terms.not(formula);
    expect_unsat(prefix.check(terms, &[negated]), Flaw::Prefix)
}

/// Whether a formula has no quantifier and only these variables.
pub fn is_over(terms: &Terms, formula: TermId, vars: &[VarId]) -> bool {
    !terms.contains_quantifier([formula]) && terms.free_vars([formula]).iter().all(|var| vars.contains(var))
}

fn expect_unsat(outcome: Outcome, flaw: Flaw) -> Result<(), Flaw> {
    match outcome {
        Outcome::Unsat => Ok(()),
        Outcome::Sat => Err(flaw),
        Outcome::Unknown(reason) => Err(Flaw::Unknown(reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prefix::Asserted;
    use alphorn_logic::term::{Op, SortId};
    use alphorn_run::stop::Stop;
    use alphorn_smt::SmtConfig;

    #[test]
    fn each_flaw_is_found() {
        let mut terms = Terms::new();
        let vars = ["x", "y"].map(|name| terms.fresh_var(name, SortId::INT));
        let [x, y] = vars.map(|var| terms.var_term(var));
        let [zero, one, five] = [0, 1, 5].map(|n| terms.int(n));
        let prefix = terms.le(x, zero);
        let suffix = [vec![terms.app(Op::Ge, [x, five])]];
        let question = Question { suffix: &suffix, shared: &vars[..1], transitions: &[] };
        let mut above = Smt::new(SmtConfig::default(), &Stop::new());
        let mut below = above.sibling();
        above.assert(&terms, prefix);
        below.assert(&terms, suffix[0][0]);
        let mut prefix = Asserted { smt: &mut above, formula: prefix };
        let candidates = [terms.le(x, one), terms.lt(x, zero), terms.le(x, five), terms.le(y, zero)];
        let verdicts = candidates.map(|formula| verify(&mut terms, &mut prefix, &mut below, &question, formula));
        assert_eq!(verdicts, [Ok(()), Err(Flaw::Prefix), Err(Flaw::Suffix), Err(Flaw::Vocabulary)]);
        let some = terms.app(Op::Exists([vars[1]].into()), [candidates[3]]);
        assert_eq!(verify(&mut terms, &mut prefix, &mut below, &question, some), Err(Flaw::Vocabulary));
    }
}
