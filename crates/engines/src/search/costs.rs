//! What the SMT solver is asked for, and what that costs.

use alphorn_run::statistics;
use alphorn_smt::Statistics;

/// Why a question is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Is the goal satisfiable under the annotation?
    Goal,
    /// What does the rest of the goal ask of a subgoal?
    Suffix,
    /// Which literals of the suffix do the rules refute?
    Refute,
    /// Which of them can be left out?
    Generalise,
    /// Which values does a parameter have?
    Values,
    /// Which half-spaces separate prefix and suffix?
    Interpolate,
    /// Does what was learned hold one level up?
    Last,
    /// How far up does a new lemma hold?
    Propagate,
    /// Which lemmas hold one level up after a bound is done?
    Push,
    /// Which of them hold for ever?
    Strengthen,
}

impl Purpose {
    /// All of them.
    pub const ALL: [Purpose; 10] = [
        Purpose::Goal,
        Purpose::Suffix,
        Purpose::Refute,
        Purpose::Generalise,
        Purpose::Values,
        Purpose::Interpolate,
        Purpose::Last,
        Purpose::Propagate,
        Purpose::Push,
        Purpose::Strengthen,
    ];

    /// The name in statistics.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Goal => "goal",
            Purpose::Suffix => "suffix",
            Purpose::Refute => "refute",
            Purpose::Generalise => "generalise",
            Purpose::Values => "values",
            Purpose::Interpolate => "interpolate",
            Purpose::Last => "last",
            Purpose::Propagate => "propagate",
            Purpose::Push => "push",
            Purpose::Strengthen => "strengthen",
        }
    }
}

/// Calls and time by purpose.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs([Statistics; Purpose::ALL.len()]);

impl Costs {
    /// Adds what was done for a purpose.
    pub fn add(&mut self, purpose: Purpose, done: &Statistics) {
        self.0[purpose as usize].add(done);
    }

    /// Adds all of others.
    pub fn absorb(&mut self, other: &Costs) {
        Purpose::ALL.into_iter().for_each(|purpose| self.add(purpose, other.of(purpose)));
    }

    /// Adds them to a run's counters, in all and by purpose.
    pub fn record(&self, run: &mut statistics::Statistics) {
        for purpose in Purpose::ALL {
            let smt = self.of(purpose);
            smt.record(run);
            if smt.calls() > 0 {
                run.add(&format!("la-smt-{}-calls", purpose.name()), smt.calls());
                run.add_time(&format!("la-smt-{}-seconds", purpose.name()), smt.time);
            }
        }
    }

    /// What a purpose cost.
    pub fn of(&self, purpose: Purpose) -> &Statistics {
        &self.0[purpose as usize]
    }

    /// All calls.
    pub fn calls(&self) -> u64 {
        self.0.iter().map(Statistics::calls).sum()
    }
}
