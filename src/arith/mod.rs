//! Exact rationals, simplex with Farkas certificates, integer tools.

mod delta;
mod farkas;
mod linear;
mod rational;
mod row;
mod simplex;
#[cfg(test)]
mod testing;

pub use delta::DeltaRational;
pub use farkas::Farkas;
pub use linear::Linear;
pub use rational::{Rational, content};
pub use row::{Relation, Row};
pub use simplex::{ConstraintId, Optimum, OutOfBudget, Simplex, Verdict};
