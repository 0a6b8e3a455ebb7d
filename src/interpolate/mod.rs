//! Interpolation without proof objects: from a refuted pair of a prefix and a suffix, a fact over their shared variables.

mod budget;
mod cube;
mod decompose;
mod farkas;
mod program;
mod strength;

pub use budget::Budget;
pub use strength::Strength;
