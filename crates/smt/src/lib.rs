//! The one door to Z3: incremental solving under assumptions, models, cores, limits, interruption from another thread,
//! implicants, quantifier elimination and projection.
//!
//! The way in is [`Smt`]; what it finds satisfiable has a [`Model`]. Terms go to Z3 once each and come back as terms.
//! `unknown` is an answer of its own everywhere, and whatever goes wrong inside Z3 becomes one.

mod ask;
mod back;
mod encode;
mod ffi;
mod implicant;
mod kinds;
mod model;
mod qe;
mod session;
mod solver;
mod sorts;
mod value;
mod version;
mod z3text;

#[cfg(test)]
mod tests;

pub use implicant::{Implicant, implicant};
pub use model::Model;
pub use solver::{Outcome, Smt, SmtConfig, Statistics};
pub use version::{ensure_version, parameter, set_memory_limit, version};
pub use z3text::Z3Text;

/// A time limit as Z3 takes it: at least a millisecond, since zero is no limit.
fn milliseconds(limit: std::time::Duration) -> u32 {
    u32::try_from(limit.as_millis()).unwrap_or(u32::MAX - 1).clamp(1, u32::MAX - 1)
}
