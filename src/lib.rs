//! Alphorn decides constrained Horn clauses and shows its evidence.

mod api;

pub mod answer;
pub mod arith;
pub mod cli;
pub mod converge;
pub mod engine;
pub mod explain;
pub mod horn;
pub mod interpolate;
pub mod search;
pub mod smt;
pub mod smtlib;
pub mod stop;
pub mod term;
pub mod unwind;
pub mod witness;

pub use api::{ClauseBuilder, Config, Definition, Model, Outcome, Question, QuestionError};
