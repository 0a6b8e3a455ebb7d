//! Engines: thin drivers, one file each, that turn a problem into a verdict.

pub mod bmc;
pub mod cases;
pub mod confirm;
mod entailment;
pub mod foreign;
pub mod forward;
pub mod imc;
pub mod iterate;
pub mod kind;
pub mod la;
pub mod lawi;
pub mod portfolio;
pub mod predabs;
mod schedule;
pub mod store;
mod tree;

use crate::{converge::Convergence, forward::Learning, search::Features, seed, unwind};
use alphorn_logic::{horn::Problem, term::Terms, witness::Verdict};
use alphorn_run::{observe::Observer, statistics::Statistics, stop::Stop};

/// A way of solving Horn problems.
pub trait Engine {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Looks for a derivation of *false* or for a solution. Counts what it does in `statistics`; ends soon after `stop`.
    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict;
}

/// The names of all engines, the default first.
pub const NAMES: [&str; 12] =
    ["auto", "la", "pdr", "cases", "bmc", "kind", "forward", "clp", "lawi", "predabs", "imc", "portfolio"];

/// What can be chosen about the engines.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// What lazy annotation does.
    pub features: Features,
    /// Limits on the pre-analysis.
    pub seed: seed::Config,
    /// Which engines a portfolio has.
    pub portfolio: portfolio::Settings,
    /// Which combinations of atoms predicate abstraction has.
    pub abstraction: predabs::Abstraction,
    /// How lazy annotation gets to unbounded proofs.
    pub converge: Convergence,
    /// What the traversal of CP 2009 learns.
    pub replacement: Learning,
    /// Who watches.
    pub observer: Observer,
    /// Where what holds for ever is told to others.
    pub store: Option<store::Store>,
}

/// The engine of that name.
pub fn by_name(name: &str, config: &Config) -> Option<Box<dyn Engine>> {
    let la = la::LazyAnnotation {
        features: config.features,
        seed: config.seed,
        observer: config.observer.clone(),
        store: config.store.clone(),
    };
    let Config { features, abstraction, .. } = *config;
    let learning = unwind::Learning { restriction: features.restriction, root: features.root, leaves: features.leaves };
    let search = || lawi::Refinement::Search { features, observer: config.observer.clone() };
    match name {
        "auto" | "la" if config.converge == Convergence::Lawi => {
            Some(Box::new(lawi::Lawi { refinement: search(), store: config.store.clone() }))
        }
        "bmc" => Some(Box::new(bmc::Bmc { accelerate: features.accelerate })),
        "cases" => Some(Box::new(cases::Cases::new(la))),
        "clp" => Some(Box::new(forward::Forward { learning: config.replacement })),
        "forward" => Some(Box::new(forward::Forward { learning: Learning::Interpolants })),
        "kind" => Some(Box::new(kind::KInduction)),
        "la" => Some(Box::new(la)),
        "pdr" => Some(Box::new(la.by_cubes())),
        "auto" | "portfolio" => Some(Box::new(portfolio::Portfolio::new(config.clone()))),
        "imc" => Some(Box::new(imc::Imc { store: config.store.clone() })),
        "predabs" => {
            Some(Box::new(predabs::PredicateAbstraction { abstraction, learning, store: config.store.clone() }))
        }
        "lawi" => {
            let refinement = lawi::Refinement::Interpolants(learning);
            Some(Box::new(lawi::Lawi { refinement, store: config.store.clone() }))
        }
        _ => None,
    }
}
