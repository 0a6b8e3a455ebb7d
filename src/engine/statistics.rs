//! Counters, for people and as JSON.

use crate::{
    interpolate::{self, Method},
    search::{self, Costs, Purpose},
    seed, smt,
};
use indexmap::IndexMap;
use std::{fmt, time::Duration};

/// Named numbers in the order in which they were first set.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    entries: IndexMap<String, Entry>,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Count(u64),
    Seconds(f64),
}

impl Statistics {
    /// Sets a counter.
    pub fn set(&mut self, name: &str, count: u64) {
        self.entries.insert(name.into(), Entry::Count(count));
    }

    /// Adds to a counter that starts at 0.
    pub fn add(&mut self, name: &str, count: u64) {
        match self.entries.entry(name.into()).or_insert(Entry::Count(0)) {
            Entry::Count(n) => *n += count,
            Entry::Seconds(s) => *s += count as f64,
        }
    }

    /// Sets a counter to the greater of its value and this one.
    pub fn raise(&mut self, name: &str, count: u64) {
        self.set(name, self.count(name).unwrap_or(0).max(count));
    }

    /// Adds to a time that starts at 0.
    pub fn add_time(&mut self, name: &str, time: Duration) {
        match self.entries.entry(name.into()).or_insert(Entry::Seconds(0.0)) {
            Entry::Seconds(s) => *s += time.as_secs_f64(),
            Entry::Count(n) => *n += time.as_secs(),
        }
    }

    /// Takes over all entries of others.
    pub fn absorb(&mut self, other: Statistics) {
        self.entries.extend(other.entries);
    }

    /// Adds what a solver did.
    pub fn add_smt(&mut self, smt: &smt::Statistics) {
        self.add("smt-calls", smt.sat + smt.unsat + smt.unknown);
        self.add("smt-unknown", smt.unknown);
        self.add_time("smt-seconds", smt.time);
    }

    /// Adds what a search asked, by purpose.
    pub fn add_costs(&mut self, costs: &Costs) {
        for purpose in Purpose::ALL {
            let smt = costs.of(purpose);
            self.add_smt(smt);
            if smt.calls() > 0 {
                self.add(&format!("la-smt-{}-calls", purpose.name()), smt.calls());
                self.add_time(&format!("la-smt-{}-seconds", purpose.name()), smt.time);
            }
        }
    }

    /// Adds what a search did.
    pub fn add_search(&mut self, search: &search::Counters) {
        self.add("la-resolutions", search.resolutions);
        self.add("la-decisions", search.decisions);
        self.add("la-conflicts", search.conflicts);
        self.add("la-back-jumps", search.back_jumps);
        self.raise("la-longest-back-jump", search.longest_jump);
        self.add("la-lemmas", search.lemmas);
        self.add("la-closed", search.closed);
        self.add("la-repeated", search.repeated);
        self.add_costs(&search.costs);
    }

    /// Adds what the pre-analysis did.
    pub fn add_seed(&mut self, seed: &seed::Counters) {
        self.add("seed-equations", seed.equations);
        self.add("seed-value-sets", seed.values);
        self.add("seed-congruences", seed.congruences);
        self.add("seed-bounds", seed.bounds);
        self.add("seed-products", seed.products);
        self.add("seed-candidates", seed.candidates);
        self.add("seed-smt-calls", seed.smt.sat + seed.smt.unsat + seed.smt.unknown);
        self.add_time("seed-smt-seconds", seed.smt.time);
        self.add_time("seed-seconds", seed.time);
    }

    /// Adds what an interpolator did, method by method.
    pub fn add_interpolation(&mut self, counters: &interpolate::Counters) {
        self.add("interpolation-questions", counters.questions);
        self.add("interpolation-failures", counters.failures);
        self.add("interpolation-rejected", counters.rejected);
        self.add("interpolation-cubes", counters.cubes);
        for method in Method::ALL {
            let tally = counters.tally(method);
            if tally.tried > 0 {
                self.add(&format!("interpolation-{}-tried", method.name()), tally.tried);
                self.add(&format!("interpolation-{}-answered", method.name()), tally.answered);
                self.add_time(&format!("interpolation-{}-seconds", method.name()), tally.time);
            }
        }
    }

    /// A counter's value.
    pub fn count(&self, name: &str) -> Option<u64> {
        match self.entries.get(name)? {
            Entry::Count(n) => Some(*n),
            Entry::Seconds(_) => None,
        }
    }

    /// As one JSON object.
    pub fn json(&self) -> serde_json::Value {
        let value = |entry: &Entry| match entry {
            Entry::Count(n) => (*n).into(),
            Entry::Seconds(s) => ((s * 1e6).round() / 1e6).into(),
        };
        serde_json::Value::Object(self.entries.iter().map(|(name, e)| (name.clone(), value(e))).collect())
    }
}

/// As SMT-LIB answers `(get-info :all-statistics)`: `(:name number …)`, one a line.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.entries.keys().map(String::len).max().unwrap_or(0);
        for (i, (name, entry)) in self.entries.iter().enumerate() {
            let lead = if i == 0 { "(" } else { "\n " };
            match entry {
                Entry::Count(n) => write!(f, "{lead}:{name:width$} {n}")?,
                Entry::Seconds(s) => write!(f, "{lead}:{name:width$} {s:.3}")?,
            }
        }
        f.write_str(if self.entries.is_empty() { "()" } else { ")" })
    }
}
