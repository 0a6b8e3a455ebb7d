//! Interpolation of two cubes where rational Farkas multipliers do not settle the conflict.
//!
//! Each method takes two lists of literals A and B that contradict each other, and the variables they share. What it
//! returns is a quantifier-free formula over the shared variables that A implies and that contradicts B; `None` means
//! that the method does not apply or that the budget is spent.

mod cover;
mod eliminate;
mod linearise;
mod meter;
mod plain;
mod project;
mod rows;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use project::project;
