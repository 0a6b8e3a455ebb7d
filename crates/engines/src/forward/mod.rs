//! Forward lazy annotation: *Lazy Annotation for Program Testing and Verification* (CAV 2010) on linear Horn clauses.
//!
//! A linear problem is a program: its predicates are locations, its rules are edges. The program is executed symbolically
//! from its facts. A run that cannot go on to a goal teaches a label: a condition under which no goal that is left can be
//! reached. There are many goals at once, and one annotation for all of them; when the start is blocked, it is an inductive
//! invariant that none of the goals left can be reached.

mod cycle;
mod graph;
mod intra;
mod labels;
mod path;
mod replace;
mod strengthen;

pub use graph::{Edge, Graph, Location};
pub use intra::{Counters, Ended, Learning, Reached, Runs};
pub use labels::{Label, Labels};
