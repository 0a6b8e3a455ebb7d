//! The unwinding by levels: predicate `P` at level `i` stands for what can be derived of `P` with at most `i` back edges on
//! any path (the papers' tau), and the lemmas that are known to hold there. And the instance graph, without levels.

mod accelerate;
mod back_edges;
mod frame;
mod image;
mod instances;
mod lemmas;
mod params;
mod prefix;
mod rule_solver;
mod rules;
mod subsumption;
mod tree;
mod unfold;

pub use accelerate::Accelerated;
pub use back_edges::BackEdges;
pub use frame::with_frames;
pub use image::Images;
pub use instances::{Application, InstanceId, Instances};
pub use lemmas::{FOREVER, Lemma, LemmaId, Lemmas};
pub use params::Params;
pub use prefix::LevelPrefix;
pub use rule_solver::RuleSolver;
pub use rules::{Alternative, Occurrence, Template, transitions};
pub use subsumption::Subsumption;
pub use unfold::{Learning, Refutation, Target, Unfolder};
