//! Lazy annotation: bounded searches that learn, and convergence around them.

use super::{Engine, Statistics};
use crate::{
    converge,
    horn::Problem,
    interpolate::{Budget, Config, Interpolator},
    search::{Annotation, Counters, Features, Found, Search},
    stop::Stop,
    term::Terms,
    witness::Verdict,
};
use log::info;

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct LazyAnnotation;

impl Engine for LazyAnnotation {
    fn name(&self) -> &'static str {
        "la"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let mut annotation = Annotation::new(terms, problem, stop);
        let budget = Budget { stop: stop.clone(), cases: 16, ..Budget::default() };
        let mut interpolator = Interpolator::new(Config { budget, ..Config::default() });
        let mut counters = Counters::default();
        let features = Features::default();
        let mut bound = 0;
        let verdict = loop {
            info!("bound {bound}: {} lemmas, {} conflicts", annotation.lemmas().ids().len(), counters.conflicts);
            match Search::new(terms, &mut annotation, &mut interpolator, &mut counters, features, bound).run() {
                Found::Derivation(derivation) => break Verdict::Derivable(derivation),
                Found::Unknown { reason, goal } => {
                    break Verdict::Unknown(annotation.partial(terms, bound, reason, goal));
                }
                Found::Refuted => {}
            }
            if let Some(level) = converge::push(terms, &mut annotation, bound) {
                break Verdict::Solved(annotation.solution(terms, level + 1));
            }
            bound += 1;
        };
        statistics.set("la-bound", bound.into());
        statistics.set("la-resolutions", counters.resolutions);
        statistics.set("la-decisions", counters.decisions);
        statistics.set("la-conflicts", counters.conflicts);
        statistics.set("la-back-jumps", counters.back_jumps);
        statistics.set("la-lemmas", counters.lemmas);
        statistics.add_smt(&counters.smt);
        annotation.statistics().for_each(|smt| statistics.add_smt(&smt));
        verdict
    }
}
