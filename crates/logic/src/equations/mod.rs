//! What equations say: the ways to solve a literal for a variable, the variables that equations make equal, and the
//! elimination of variables that are defined.

mod classes;
mod eliminate;
mod scopes;
mod solutions;

pub use classes::Classes;
pub use eliminate::{Solved, flat_conjuncts, solve};
pub use solutions::Solutions;
