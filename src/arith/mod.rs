//! Exact rationals, simplex with Farkas certificates, integer tools.

mod delta;
mod farkas;
mod integer;
mod linear;
mod project;
mod rational;
mod row;
mod simplex;
#[cfg(test)]
mod testing;

pub use delta::DeltaRational;
pub use farkas::Farkas;
pub use integer::{Congruence, Description, Lattice, NoIntegerPoint, Vector, solve_equations, tighten};
pub use linear::Linear;
pub use project::{project, remove_redundant};
use rational::gcd_words;
pub use rational::{Rational, content};
pub use row::{Relation, Row};
pub use simplex::{ConstraintId, Optimum, OutOfBudget, Simplex, Verdict};
