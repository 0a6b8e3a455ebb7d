//! Preprocessing: passes over Horn problems, each with its way back for evidence.

pub mod transform;
pub mod unspecified;
