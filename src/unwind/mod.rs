//! The unwinding by levels: predicate `P` at level `i` stands for what can be derived of `P` with at most `i` back edges on
//! any path (the papers' tau), and the lemmas that are known to hold there.

mod back_edges;
mod lemmas;
mod prefix;
mod rule_solver;
mod rules;

pub use back_edges::BackEdges;
pub use lemmas::{FOREVER, Lemma, LemmaId, Lemmas};
pub use prefix::LevelPrefix;
pub use rule_solver::RuleSolver;
pub use rules::{Alternative, Occurrence, Template};
