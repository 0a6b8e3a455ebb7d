//! What an answer comes with: derivations, solutions, and their independent check.

pub mod check;
