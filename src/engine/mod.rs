//! Engines: thin drivers, one file each, that turn a problem into a verdict.

mod auto;
pub mod bmc;
mod iterate;
pub mod la;
mod statistics;
mod tree;

pub use statistics::Statistics;

use crate::{horn::Problem, seed, stop::Stop, term::Terms, witness::Verdict};

/// A way of solving Horn problems.
pub trait Engine {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Looks for a derivation of *false* or for a solution. Counts what it does in `statistics`; ends soon after `stop`.
    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict;
}

/// The names of all engines, the default first.
pub const NAMES: [&str; 3] = ["auto", "la", "bmc"];

/// What can be chosen about the engines.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// The pre-analysis, if there is one.
    pub seed: Option<seed::Config>,
}

impl Default for Config {
    fn default() -> Self {
        Config { seed: Some(seed::Config::default()) }
    }
}

/// The engine of that name.
pub fn by_name(name: &str, config: Config) -> Option<Box<dyn Engine>> {
    let la = la::LazyAnnotation { seed: config.seed };
    match name {
        "auto" => Some(Box::new(auto::Auto { la })),
        "bmc" => Some(Box::new(bmc::Bmc)),
        "la" => Some(Box::new(la)),
        _ => None,
    }
}
