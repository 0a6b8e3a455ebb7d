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
const SHARE: u32 = 5;

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
        let (start, mut spent, mut ended) = (thread_time(), Duration::ZERO, false);
        let mut beside = |terms: &mut Terms, work: u32| {
            if let Some(found) = probes.advance(terms) {
                return Some(found);
            }
            let before = thread_time();
            if ended || spent * SHARE > before - start {
                return None;
            }
            let unwinding = unwinding.get_or_insert_with(|| Unwinding::new(terms, unwound, None, stop));
            let end = unwinding.advance(terms, work / SHARE);
            spent += thread_time() - before;
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
