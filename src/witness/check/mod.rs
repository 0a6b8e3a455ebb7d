//! Independent checking of evidence, on text alone.
//!
//! The original script and the evidence come in as text, and what goes out to the back end is SMT-LIB text again. Nothing
//! but S-expressions is shared with the rest of the crate, so a mistake in reading or normalising is found here too.
//!
//! * A solution gives one obligation a clause: under the solution's definitions, the negated clause, as it is written in
//!   the script, must be unsatisfiable.
//! * A derivation gives one obligation a step: the clause with its quantifiers instantiated, the premises' facts and the
//!   negated fact must be unsatisfiable together, whatever the predicates mean.

mod backend;
mod derivation;
mod failure;
mod instantiate;
mod obligations;
mod process;
mod script;
mod solution;
mod standard;
mod steps;
mod text;
mod value;
mod z3text;

pub use backend::{Answer, Backend};
pub use derivation::{check_derivation, derivation_obligations};
pub use failure::{Failure, Place, Why};
pub use obligations::{Obligation, Obligations};
pub use process::Process;
pub use solution::{check_solution, solution_obligations};
pub use z3text::Z3Text;

use std::time::Duration;

/// What a check that went well did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many clauses or steps were found to hold.
    pub obligations: usize,
    /// Wall time.
    pub time: Duration,
}
