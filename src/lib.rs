//! Alphorn decides constrained Horn clauses and shows its evidence.

pub mod answer;
pub mod arith;
pub mod cli;
pub mod converge;
pub mod engine;
pub mod horn;
pub mod interpolate;
pub mod observe;
pub mod search;
pub mod seed;
pub mod smt;
pub mod smtlib;
pub mod stop;
pub mod term;
pub mod transform;
pub mod unwind;
pub mod witness;
