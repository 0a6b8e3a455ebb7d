//! Results that SMT-LIB leaves open: of a division by zero, and of a selector on a value of another constructor.
//!
//! Each such operator is one total function, the same in the whole problem, of which nothing else is known. *false* is derivable
//! when it is so whatever these functions are. A derivation that a solver finds is about one choice of theirs. Then there are
//! two ways on. Its values may be written as terms over the open results ([`terms_for_values`]): what holds of these holds for
//! every choice. Or each use of such an operator is guarded ([`guarded`]), so that no derivation depends on an open result.

mod guard;
#[cfg(test)]
mod tests;
mod values;

use alphorn_logic::{
    horn::Problem,
    term::{Op, TermId, Terms},
};

pub use guard::guarded;
pub use values::terms_for_values;

/// Whether some rule uses an operator whose result may be open.
pub fn occurs(terms: &Terms, problem: &Problem) -> bool {
    terms.subterms(problem.constraints()).into_iter().any(|term| may_be_open(terms, term))
}

/// Whether the operator of a term has an open result for some arguments.
fn may_be_open(terms: &Terms, term: TermId) -> bool {
    match terms.op(term) {
        Op::Divide | Op::IntDiv | Op::Mod => terms.number(terms.args(term)[1]).is_none_or(|divisor| divisor.is_zero()),
        Op::Field(constructor, _) => terms.datatype(constructor.datatype).constructors.len() > 1,
        _ => false,
    }
}
