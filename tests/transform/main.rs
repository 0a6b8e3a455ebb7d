//! Preprocessing: every pass does what it is for, and evidence carried back through any passes is accepted by the checker.

#[path = "../common/mod.rs"]
mod common;

mod bench;
mod faults;
mod inlining;
mod passes;
mod random;
