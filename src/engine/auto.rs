//! Lazy annotation, and bounded model checking where it gives up.

use super::{Engine, Statistics, bmc::Bmc, la::LazyAnnotation};
use crate::{horn::Problem, stop::Stop, term::Terms, witness::Verdict};

/// The engine.
#[derive(Clone, Debug)]
pub struct Auto {
    /// The first engine.
    pub la: LazyAnnotation,
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        match self.la.solve(terms, problem, statistics, stop) {
            Verdict::Unknown(unknown) if !stop.is_stopped() => {
                log::info!("lazy annotation gives up: {}", unknown.reason);
                match Bmc.solve(terms, problem, statistics, stop) {
                    Verdict::Unknown(last) => Verdict::Unknown(last.and(unknown)),
                    verdict => verdict,
                }
            }
            verdict => verdict,
        }
    }
}
