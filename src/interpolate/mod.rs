//! Interpolation without proof objects: from a refuted pair of a prefix and a suffix, a fact over their shared variables.

mod budget;
// mod cube;
// mod farkas;
// mod generalise;
// mod group;
// mod inductive;
// mod record;
// mod sample;
// mod sequence;
pub mod theory;
// mod verify;

pub use budget::Budget;
