//! Lazy annotation, with bounded model checking beside it, for derivations that are deep and easy to find.

use super::{
    Engine, Statistics,
    bmc::{Bmc, End, Unwinding},
    la::LazyAnnotation,
};
use crate::{converge::thread_time, horn::Problem, stop::Stop, term::Terms, witness::Verdict};
use std::time::Duration;

/// One part in so many of the time is spent on bounded model checking.
const SHARE: u32 = 5;

/// The engine.
#[derive(Clone, Debug)]
pub struct Auto {
    /// The first engine.
    pub la: LazyAnnotation,
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let accelerated = self.la.accelerated(terms, problem);
        let unwound = accelerated.as_ref().map_or(problem, |accelerated| &accelerated.problem);
        let mut unwinding: Option<Unwinding> = None;
        let (start, mut spent, mut ended) = (thread_time(), Duration::ZERO, false);
        let mut beside = |terms: &mut Terms, work: u32| {
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
            let derivation = match &accelerated {
                Some(accelerated) => accelerated.expand(terms, &derivation, stop)?,
                None => derivation,
            };
            Some(Verdict::Derivable(derivation))
        };
        let verdict = self.la.solve_beside(terms, (problem, accelerated.as_ref()), statistics, stop, &mut beside);
        if let Some(unwinding) = &unwinding {
            unwinding.count(statistics);
        }
        match verdict {
            Verdict::Unknown(unknown) if !stop.is_stopped() => {
                log::info!("lazy annotation gives up: {}", unknown.reason);
                match Bmc.solve(terms, problem, statistics, stop) {
                    Verdict::Unknown(last) => Verdict::Unknown(last.and(unknown)),
                    verdict => verdict,
                }
            }
            verdict => verdict,
        }
    }
}
