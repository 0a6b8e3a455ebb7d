//! Preprocessing: every pass does what it is for, and evidence carried back through any passes is accepted by the checker.

mod bench;
mod faults;
mod generator;
mod passes;
mod random;
mod run;
