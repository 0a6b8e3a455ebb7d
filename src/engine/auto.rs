//! Lazy annotation, with bounded model checking beside it, for derivations that are deep and easy to find, and with short
//! tries of other engines.

use super::{
    Config, Engine, Statistics,
    bmc::{End, Unwinding},
    la::LazyAnnotation,
    probes::Probes,
};
use crate::{
    converge::thread_time,
    horn::Problem,
    stop::Stop,
    term::Terms,
    witness::{Unknown, Verdict},
};
use std::time::Duration;

/// One part in so many of the time is spent on bounded model checking.
const SHARE: u32 = 4;
/// Z3's steps in its first turn (about a tenth of a second).
const FIRST_TURN: u32 = 800_000;

/// The engine.
#[derive(Clone, Debug)]
pub struct Auto {
    /// The first engine.
    pub la: LazyAnnotation,
    /// What the others are made with.
    pub config: Config,
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let accelerated = self.la.accelerated(terms, problem);
        let unwound = accelerated.as_ref().map_or(problem, |accelerated| &accelerated.problem);
        // What is found with the rules for loops, without them.
        let expanded = |terms: &mut Terms, verdict: Verdict| match (verdict, &accelerated) {
            (Verdict::Derivable(derivation), Some(accelerated)) => {
                let long = || Verdict::Unknown(Unknown::because("the derivation is too long to be written down"));
                accelerated.expand(terms, &derivation, stop).map_or_else(long, Verdict::Derivable)
            }
            (verdict, _) => verdict,
        };
        let mut unwinding: Option<Unwinding> = None;
        let mut probes = Probes::new(&self.config, problem, stop);
        let (mut turns, mut ended) = (Turns::new(thread_time()), false);
        let mut beside = |terms: &mut Terms| {
            if let Some(found) = probes.advance(terms) {
                return Some(found);
            }
            let before = thread_time();
            let steps = turns.steps(before).filter(|_| !ended)?;
            let unwinding = unwinding.get_or_insert_with(|| Unwinding::new(terms, unwound, None, stop));
            let (bound, taken) = (unwinding.bound(), unwinding.steps());
            let end = unwinding.advance(terms, steps);
            let taken = unwinding.steps().wrapping_sub(taken);
            turns.note(taken, thread_time() - before, unwinding.bound() > bound);
            // Lazy annotation finds better solutions than those that an unwinding has.
            ended = end.is_some();
            let Some(End::Derivation(derivation)) = end else { return None };
            Some(expanded(terms, Verdict::Derivable(derivation))).filter(|found| !matches!(found, Verdict::Unknown(_)))
        };
        let verdict = self.la.solve_beside(terms, (problem, accelerated.as_ref()), statistics, stop, &mut beside);
        let verdict = match verdict {
            Verdict::Unknown(unknown) if !stop.is_stopped() => {
                log::info!("lazy annotation gives up: {}", unknown.reason);
                let unwinding = unwinding.get_or_insert_with(|| Unwinding::new(terms, unwound, None, stop));
                let last = unwinding.finish(terms);
                match expanded(terms, last) {
                    Verdict::Unknown(last) => Verdict::Unknown(last.and(unknown)),
                    verdict => verdict,
                }
            }
            verdict => verdict,
        };
        probes.count(statistics);
        if let Some(unwinding) = &unwinding {
            unwinding.count(statistics);
        }
        verdict
    }
}

/// When bounded model checking goes on, and for how long.
struct Turns {
    start: Duration,
    spent: Duration,
    steps: u32,
    /// It goes on when so much time is due.
    due: Duration,
}

impl Turns {
    fn new(start: Duration) -> Self {
        Turns { start, spent: Duration::ZERO, steps: 0, due: Duration::ZERO }
    }

    /// So many steps may be taken now, if any.
    fn steps(&self, now: Duration) -> Option<u32> {
        let due = ((now - self.start) / SHARE).checked_sub(self.spent).filter(|&due| due >= self.due)?;
        if self.spent.is_zero() {
            return Some(FIRST_TURN);
        }
        // As many as took that time before.
        let steps = f64::from(self.steps) * due.as_secs_f64() / self.spent.as_secs_f64();
        Some((steps as u32).max(FIRST_TURN))
    }

    /// A turn took a time. A question that was cut short needs more than it had.
    fn note(&mut self, steps: u32, time: Duration, deeper: bool) {
        self.spent += time;
        self.steps = self.steps.saturating_add(steps);
        self.due = if deeper { Duration::ZERO } else { 2 * time };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounded_model_checking_has_its_share_and_more_for_what_was_cut_short() {
        let at = Duration::from_millis;
        let mut turns = Turns::new(at(1000));
        assert_eq!(turns.steps(at(2000)), Some(FIRST_TURN));
        turns.note(FIRST_TURN, at(200), true);
        assert_eq!(turns.steps(at(1600)), None, "its share is spent");
        assert_eq!(turns.steps(at(1000 + 4 * 400)), Some(FIRST_TURN), "as long as the first");
        turns.note(FIRST_TURN, at(200), false);
        assert_eq!(turns.steps(at(1000 + 4 * 700)), None, "the same time again would be in vain");
        assert_eq!(turns.steps(at(1000 + 4 * 800)), Some(2 * FIRST_TURN));
    }
}
