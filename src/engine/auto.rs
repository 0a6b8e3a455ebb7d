//! Lazy annotation, and beside it in the same thread those that are good at other problems: bounded model checking for
//! derivations that are deep and easy to find, predicate abstraction for proofs of few atoms, and short tries of others.

use super::{
    Config, Engine, Statistics,
    bmc::{End, Unwinding},
    confirm,
    la::LazyAnnotation,
    predabs::{PredicateAbstraction, Refinement},
    probes::Probes,
    turns::Turns,
};
use crate::{
    api::with_processor_limit,
    converge::thread_time,
    horn::Problem,
    smt::SmtConfig,
    stop::Stop,
    term::Terms,
    unwind::Accelerated,
    witness::{Unknown, Verdict},
};
use std::time::Duration;

/// What is answered before needs nobody else.
const START: Duration = Duration::from_millis(1500);
/// One part in so many of the time is spent on bounded model checking, and on predicate abstraction.
const UNWINDING: u32 = 5;
const ABSTRACTION: u32 = 7;
/// Z3's steps in a second of bounded model checking, before more is known, and the least in a turn.
const STEPS_A_SECOND: f64 = 8e6;
const LEAST_STEPS: u32 = 800_000;
/// Z3's steps for one question of predicate abstraction (about a second): it gives up at a harder one.
const QUESTION: u32 = 8_000_000;
/// The check of an abstraction's solution has so much time.
const CHECK: Duration = Duration::from_secs(2);

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
        let mut probes = Probes::new(&self.config, problem, stop);
        let mut deep = Deep::new(problem, accelerated.as_ref(), stop);
        let mut few = Few::new(&self.config, problem, stop);
        let start = thread_time() + START;
        let mut beside = |terms: &mut Terms| {
            let started = Some(()).filter(|()| thread_time() >= start);
            started.and_then(|()| probes.advance(terms).or_else(|| deep.advance(terms)).or_else(|| few.advance(terms)))
        };
        let verdict = self.la.solve_beside(terms, (problem, accelerated.as_ref()), statistics, stop, &mut beside);
        let verdict = match verdict {
            Verdict::Unknown(unknown) if !stop.is_stopped() => {
                log::info!("lazy annotation gives up: {}", unknown.reason);
                match deep.finish(terms) {
                    Verdict::Unknown(last) => Verdict::Unknown(last.and(unknown)),
                    verdict => verdict,
                }
            }
            verdict => verdict,
        };
        probes.count(statistics);
        deep.count(statistics);
        few.count(terms, statistics);
        verdict
    }
}

/// Bounded model checking, with the rules for loops.
struct Deep<'a> {
    accelerated: Option<&'a Accelerated>,
    problem: &'a Problem,
    stop: &'a Stop,
    turns: Turns,
    unwinding: Option<Unwinding<'a>>,
    steps: u32,
    ended: bool,
}

impl<'a> Deep<'a> {
    fn new(problem: &'a Problem, accelerated: Option<&'a Accelerated>, stop: &'a Stop) -> Self {
        let turns = Turns::new(UNWINDING, thread_time());
        Deep { accelerated, problem, stop, turns, unwinding: None, steps: 0, ended: false }
    }

    fn unwinding(&mut self, terms: &mut Terms) -> &mut Unwinding<'a> {
        let unwound = self.accelerated.map_or(self.problem, |accelerated| &accelerated.problem);
        self.unwinding.get_or_insert_with(|| Unwinding::new(terms, unwound, None, self.stop))
    }

    /// Goes on if it is time to. Only a derivation counts: lazy annotation finds better solutions than an unwinding has.
    fn advance(&mut self, terms: &mut Terms) -> Option<Verdict> {
        let before = thread_time();
        let due = self.turns.due(before).filter(|_| !self.ended)?;
        // As many steps as took that time before.
        let spent = self.turns.spent().as_secs_f64();
        let speed = if spent > 0.0 { f64::from(self.steps) / spent } else { STEPS_A_SECOND };
        let steps = speed * due.as_secs_f64();
        let unwinding = self.unwinding(terms);
        let (bound, taken) = (unwinding.bound(), unwinding.steps());
        let end = unwinding.advance(terms, (steps as u32).max(LEAST_STEPS));
        let (deeper, taken) = (unwinding.bound() > bound, unwinding.steps().wrapping_sub(taken));
        self.steps = self.steps.saturating_add(taken);
        self.turns.note(thread_time() - before, deeper);
        self.ended = end.is_some();
        let Some(End::Derivation(derivation)) = end else { return None };
        Some(self.expanded(terms, Verdict::Derivable(derivation))).filter(|found| !matches!(found, Verdict::Unknown(_)))
    }

    /// Goes on to its end.
    fn finish(&mut self, terms: &mut Terms) -> Verdict {
        let last = self.unwinding(terms).finish(terms);
        self.expanded(terms, last)
    }

    /// What is found with the rules for loops, without them.
    fn expanded(&self, terms: &mut Terms, verdict: Verdict) -> Verdict {
        match (verdict, self.accelerated) {
            (Verdict::Derivable(derivation), Some(accelerated)) => {
                let long = || Verdict::Unknown(Unknown::because("the derivation is too long to be written down"));
                accelerated.expand(terms, &derivation, self.stop).map_or_else(long, Verdict::Derivable)
            }
            (verdict, _) => verdict,
        }
    }

    fn count(&self, statistics: &mut Statistics) {
        if let Some(unwinding) = &self.unwinding {
            unwinding.count(statistics);
        }
    }
}

/// Predicate abstraction.
struct Few<'a> {
    engine: PredicateAbstraction,
    problem: &'a Problem,
    stop: &'a Stop,
    turns: Turns,
    refinement: Option<Refinement<'a>>,
    ended: bool,
    won: bool,
}

impl<'a> Few<'a> {
    fn new(config: &Config, problem: &'a Problem, stop: &'a Stop) -> Self {
        let Config { abstraction, features, .. } = *config;
        let engine = PredicateAbstraction { abstraction, restriction: features.restriction, store: None };
        let turns = Turns::new(ABSTRACTION, thread_time());
        Few { engine, problem, stop, turns, refinement: None, ended: false, won: false }
    }

    /// Goes on if it is time to. What it finds has been checked against the problem.
    fn advance(&mut self, terms: &mut Terms) -> Option<Verdict> {
        let before = thread_time();
        let due = self.turns.due(before).filter(|_| !self.ended)?;
        let limits = SmtConfig { rlimit: Some(QUESTION), ..SmtConfig::default() };
        let new = || Refinement::new(terms, self.problem, &self.engine, limits, self.stop);
        let refinement = self.refinement.get_or_insert_with(new);
        let found = refinement.advance(terms, self.stop, &|| thread_time() - before >= due);
        self.ended = found.is_some();
        let (own, _linked) = self.stop.child();
        let holds = |found: &Verdict| {
            with_processor_limit(Some(CHECK), &own, || confirm::holds(terms, self.problem, found, &own))
        };
        let found = found.filter(|found| !matches!(found, Verdict::Unknown(_))).filter(holds);
        self.turns.note(thread_time() - before, true);
        self.won = found.is_some();
        found
    }

    fn count(&self, terms: &Terms, statistics: &mut Statistics) {
        if let Some(refinement) = &self.refinement {
            refinement.count(terms, statistics);
        }
        if self.won {
            statistics.set("auto-won-by-predabs", 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::testing::problem;

    const LOOP: &str = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
        (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))";

    fn text(violated: &str) -> String {
        format!("{LOOP} (assert (forall ((x Int) (y Int)) (=> (and (P x y) {violated}) false)))")
    }

    /// Works until those beside have some time.
    fn work() {
        let start = thread_time();
        while thread_time() - start < Duration::from_millis(500) {}
    }

    #[test]
    fn an_unwinding_beside_finds_a_derivation_when_it_is_due() {
        let (mut terms, problem) = problem(&text("(= (+ x y) 8)"));
        let stop = Stop::new();
        let mut deep = Deep::new(&problem, None, &stop);
        assert!(deep.advance(&mut terms).is_none() && deep.unwinding.is_none(), "it is too early");
        work();
        let found = deep.advance(&mut terms).expect("there are four steps");
        assert!(matches!(found, Verdict::Derivable(_)) && confirm::holds(&mut terms, &problem, &found, &stop));
    }

    #[test]
    fn an_abstraction_beside_finds_a_solution_when_it_is_due() {
        let (mut terms, problem) = problem(&text("(not (= x y))"));
        let (config, stop, mut statistics) = (Config::default(), Stop::new(), Statistics::default());
        let mut few = Few::new(&config, &problem, &stop);
        assert!(few.advance(&mut terms).is_none() && few.refinement.is_none(), "it is too early");
        work();
        let found = few.advance(&mut terms).expect("one atom is enough");
        assert!(matches!(found, Verdict::Solved(_)) && confirm::holds(&mut terms, &problem, &found, &stop));
        few.count(&terms, &mut statistics);
        assert_eq!(statistics.count("auto-won-by-predabs"), Some(1));
    }
}
