//! Exact rationals, simplex with Farkas certificates, integer tools.
//!
//! A system is a list of [`Row`]s over columns that are plain indices, best small ones. [`Simplex`] decides it, with a
//! point or a [`Farkas`] certificate, optimises over it and finds what it entails; [`project()`] eliminates columns. For
//! integer columns, [`tighten`] rounds rows, [`solve_equations`] finds all integer solutions, and a [`Lattice`] is the set
//! of points that equations and congruences describe. Whatever is claimed comes with evidence that plain addition checks.

mod affine;
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

pub use affine::AffineSpace;
pub use delta::DeltaRational;
pub use farkas::Farkas;
pub use integer::{Congruence, Description, Lattice, NoIntegerPoint, Vector, solve_equations, tighten};
pub use linear::Linear;
pub use project::{project, remove_redundant, substitute_equations};
use rational::gcd_words;
pub use rational::{Rational, content};
pub use row::{Relation, Row};
pub use simplex::{ConstraintId, Optimum, OutOfBudget, Simplex, Verdict};
