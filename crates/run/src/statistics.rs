//! Counters, for people and as JSON.

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
