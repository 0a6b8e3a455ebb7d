//! How much one interpolation may cost.

use alphorn_run::stop::Stop;
use std::time::Duration;

/// Limits for one question. Whoever works within it gives up, without an answer, once a limit is reached.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Looked at in every loop.
    pub stop: Stop,
    /// Sampled cases, or leaves of a case split.
    pub cases: usize,
    /// Time of the processor for sampling.
    pub time: Duration,
    /// Calls of the SMT solver.
    pub smt_calls: usize,
    /// Simplex pivots of one linear program.
    pub pivots: u64,
    /// Literals of an intermediate result, such as an exact projection.
    pub literals: usize,
}

impl Default for Budget {
    fn default() -> Self {
        let time = Duration::MAX;
        Self { stop: Stop::new(), cases: 200, time, smt_calls: 2_000, pivots: 50_000, literals: 400 }
    }
}
