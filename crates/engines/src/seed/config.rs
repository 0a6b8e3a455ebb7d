//! How much the pre-analysis may do, and what it did.

use crate::converge::Caps;
use alphorn_run::statistics::Statistics;
use std::time::Duration;

/// Caps on the pre-analysis.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// For all of it.
    pub caps: Caps,
    /// Z3's own steps for one call.
    pub steps: u32,
    /// Predicates with more columns have no hull.
    pub hull_columns: usize,
    /// Whether the values of columns that have few are found.
    pub value_sets: bool,
    /// Predicates with more numeric columns have no bounds.
    pub bound_columns: usize,
    /// With more numeric columns, no differences and sums of two are bounded.
    pub pair_columns: usize,
    /// The most forms that are bounded for a predicate.
    pub forms: usize,
    /// The most constants of the problem that are used.
    pub constants: usize,
    /// How many of them are tried beyond the values of the samples.
    pub thresholds: usize,
    /// How many are tried beyond of those that the rules compare a form with.
    pub own_thresholds: usize,
    /// Predicates with more numeric columns have no products.
    pub product_columns: usize,
    /// How often each rule is used for samples.
    pub rounds: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            caps: Caps { calls: 2_000, steps: 3_000_000, time: Duration::from_secs(1) },
            steps: 500_000,
            hull_columns: 40,
            value_sets: true,
            bound_columns: 12,
            pair_columns: 7,
            forms: 120,
            constants: 16,
            thresholds: 2,
            own_thresholds: 3,
            product_columns: 4,
            rounds: 8,
        }
    }
}

/// What the pre-analysis did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Clauses that describe affine hulls.
    pub equations: u64,
    /// Sets of values.
    pub values: u64,
    /// Clauses that describe lattices beyond that.
    pub congruences: u64,
    /// Bounds.
    pub bounds: u64,
    /// Clauses with products.
    pub products: u64,
    /// Candidates given to Houdini.
    pub candidates: u64,
    /// Its solvers' calls and time.
    pub smt: alphorn_smt::Statistics,
    /// Time in all.
    pub time: Duration,
}

impl Counters {
    /// Adds them to a run's counters.
    pub fn record(&self, run: &mut Statistics) {
        run.add("seed-equations", self.equations);
        run.add("seed-value-sets", self.values);
        run.add("seed-congruences", self.congruences);
        run.add("seed-bounds", self.bounds);
        run.add("seed-products", self.products);
        run.add("seed-candidates", self.candidates);
        run.add("seed-smt-calls", self.smt.calls());
        run.add_time("seed-smt-seconds", self.smt.time);
        run.add_time("seed-seconds", self.time);
    }
}
