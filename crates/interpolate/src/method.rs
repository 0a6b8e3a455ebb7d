//! The ways to an interpolant, and how often each was taken.

use alphorn_run::statistics::Statistics;
use std::time::Duration;

/// How an interpolant, or a part of it, was found; later ones are tried when earlier ones fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Method {
    /// One side is false by itself.
    Trivial,
    /// A half-space, or a clause with one, that the given transitions preserve.
    Inductive,
    /// One half-space for several cubes of the prefix.
    Group,
    /// A half-space for one cube of the prefix.
    Farkas,
    /// Congruences, and case splits with half-spaces at the leaves, for integers.
    Integer,
    /// Literals of one side as they are.
    Literals,
    /// Equality reasoning.
    Equality,
    /// Equality reasoning with reads over writes.
    Array,
    /// Exact projection of one of two cubes onto the shared variables.
    Projection,
    /// Projections of one of two cubes that Z3 makes, until they cover it.
    ModelBased,
    /// Exact elimination of the suffix's own variables by Z3: the weakest interpolant.
    Elimination,
}

impl Method {
    /// All methods, in the order they are tried.
    pub const ALL: [Method; 11] = [
        Method::Trivial,
        Method::Inductive,
        Method::Group,
        Method::Farkas,
        Method::Integer,
        Method::Literals,
        Method::Equality,
        Method::Array,
        Method::Projection,
        Method::ModelBased,
        Method::Elimination,
    ];

    /// The name in statistics.
    pub fn name(self) -> &'static str {
        match self {
            Method::Trivial => "trivial",
            Method::Inductive => "inductive",
            Method::Group => "group",
            Method::Farkas => "farkas",
            Method::Integer => "integer",
            Method::Literals => "literals",
            Method::Equality => "equality",
            Method::Array => "array",
            Method::Projection => "projection",
            Method::ModelBased => "model-based",
            Method::Elimination => "elimination",
        }
    }
}

/// What one method did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Asked for a part of an interpolant.
    pub tried: u64,
    /// Gave one.
    pub answered: u64,
    /// Time in it.
    pub time: Duration,
}

/// What an interpolator did so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Questions asked.
    pub questions: u64,
    /// Questions without an answer.
    pub failures: u64,
    /// Results that were wrong and not used.
    pub rejected: u64,
    /// Cubes of prefixes that were sampled.
    pub cubes: u64,
    tallies: [Tally; Method::ALL.len()],
}

impl Counters {
    /// What one method did.
    pub fn tally(&self, method: Method) -> Tally {
        self.tallies[method as usize]
    }

    /// Adds them to a run's counters, in all and by method.
    pub fn record(&self, run: &mut Statistics) {
        run.add("interpolation-questions", self.questions);
        run.add("interpolation-failures", self.failures);
        run.add("interpolation-rejected", self.rejected);
        run.add("interpolation-cubes", self.cubes);
        for method in Method::ALL {
            let tally = self.tally(method);
            if tally.tried > 0 {
                run.add(&format!("interpolation-{}-tried", method.name()), tally.tried);
                run.add(&format!("interpolation-{}-answered", method.name()), tally.answered);
                run.add_time(&format!("interpolation-{}-seconds", method.name()), tally.time);
            }
        }
    }

    /// Notes a call of a method.
    pub(super) fn note(&mut self, method: Method, answered: bool, time: Duration) {
        let tally = &mut self.tallies[method as usize];
        tally.tried += 1;
        tally.answered += u64::from(answered);
        tally.time += time;
    }
}
