//! Other engines beside a long one: each is tried for a short time, and when all were, each again for twice as long.
//!
//! What they are good at they are good at early; a small part of the time is enough to find out.

use super::{Config, Statistics, by_name, confirm};
use crate::{
    api::with_processor_limit, converge::thread_time, horn::Problem, stop::Stop, term::Terms, witness::Verdict,
};
use std::time::Duration;

/// Those that are tried, in this order. Some of them answer at once that a problem is not for them.
const ENGINES: [&str; 3] = ["lawi", "imc", "kind"];
/// What is answered before needs nobody else.
const START: Duration = Duration::from_millis(500);
/// The time of each engine's first try.
const FIRST: Duration = Duration::from_millis(250);
/// The check of an answer may take so many times as long as the try.
const CHECK: u32 = 4;
/// One part in so many of the time is spent on them.
const SHARE: u32 = 30;

/// The engines and their next turn.
pub(super) struct Probes<'a> {
    config: &'a Config,
    problem: &'a Problem,
    stop: &'a Stop,
    started: Duration,
    not_before: Duration,
    spent: Duration,
    /// How many turns there were.
    turns: usize,
    winner: Option<&'static str>,
}

impl<'a> Probes<'a> {
    pub fn new(config: &'a Config, problem: &'a Problem, stop: &'a Stop) -> Self {
        let started = thread_time();
        let not_before = started + START;
        Probes { config, problem, stop, started, not_before, spent: Duration::ZERO, turns: 0, winner: None }
    }

    /// Tries the next engine, if it is time to. What it finds has been checked against the problem.
    pub fn advance(&mut self, terms: &mut Terms) -> Option<Verdict> {
        let before = thread_time();
        if before < self.not_before.max(self.started + self.spent * SHARE) {
            return None;
        }
        let name = ENGINES[self.turns % ENGINES.len()];
        let time = FIRST * 2u32.saturating_pow((self.turns / ENGINES.len()) as u32);
        self.turns += 1;
        let engine = by_name(name, self.config)?;
        let (own, _linked) = self.stop.child();
        let solve = || engine.solve(terms, self.problem, &mut Statistics::default(), &own);
        let found = with_processor_limit(Some(time), &own, solve);
        let (own, _linked) = self.stop.child();
        let check = || confirm::holds(terms, self.problem, &found, &own);
        let holds = !matches!(found, Verdict::Unknown(_)) && with_processor_limit(Some(time * CHECK), &own, check);
        self.spent += thread_time() - before;
        log::info!("{name} was tried for {time:?}{}", if holds { " and answers" } else { "" });
        if holds {
            self.winner = Some(name);
        }
        holds.then_some(found)
    }

    /// Says what was done.
    pub fn count(&self, statistics: &mut Statistics) {
        statistics.set("auto-probes", self.turns as u64);
        if let Some(name) = self.winner {
            statistics.set(&format!("auto-won-by-{name}"), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::testing::problem;

    const SAFE: &str = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
        (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (not (= x y))) false)))";

    /// Nobody refutes that a cube plus seven is a square.
    const OPEN: &str = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (P x y) (P (+ x 1) z))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= (* y y) (+ 7 (* x x x)))) false)))";

    #[test]
    fn an_engine_is_tried_when_it_is_time_to_and_its_answer_holds() {
        let (mut terms, problem) = problem(SAFE);
        let (config, stop, mut statistics) = (Config::default(), Stop::new(), Statistics::default());
        let mut probes = Probes::new(&config, &problem, &stop);
        assert!(probes.advance(&mut terms).is_none() && probes.turns == 0, "it is too early");
        probes.not_before = Duration::ZERO;
        let found = probes.advance(&mut terms).expect("lawi finds that both are equal");
        assert!(matches!(&found, Verdict::Solved(_)) && confirm::holds(&mut terms, &problem, &found, &stop));
        probes.count(&mut statistics);
        assert_eq!(statistics.count("auto-won-by-lawi"), Some(1));
    }

    #[test]
    fn all_are_tried_within_their_share_of_the_time_and_then_for_longer() {
        let (mut terms, problem) = problem(OPEN);
        let (config, stop) = (Config::default(), Stop::new());
        let mut probes = Probes::new(&config, &problem, &stop);
        probes.not_before = Duration::ZERO;
        assert!(probes.advance(&mut terms).is_none() && probes.turns == 1);
        assert!(probes.advance(&mut terms).is_none() && probes.turns == 1, "the share of the time is spent");
        for turns in 2..=ENGINES.len() + 1 {
            probes.spent = Duration::ZERO;
            assert!(probes.advance(&mut terms).is_none());
            assert_eq!(probes.turns, turns);
        }
        assert!(probes.spent >= FIRST, "the second round is longer: {:?}", probes.spent);
    }
}
