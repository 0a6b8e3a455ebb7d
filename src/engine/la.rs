//! Lazy annotation: bounded searches that learn, and convergence around them.

use super::{Engine, Statistics};
use crate::{
    converge,
    horn::Problem,
    interpolate::{Budget, Config, Interpolator},
    search::{Annotation, Counters, Features, Found, MOST_DISJUNCTS, Search},
    seed::{self, seed},
    stop::Stop,
    term::Terms,
    witness::{Unknown, Verdict},
};
use log::info;

/// The environment variable that names a folder to record interpolation problems in.
const RECORD: &str = "ALPHORN_RECORD_INTERPOLATION";

/// The engine.
#[derive(Clone, Copy, Debug)]
pub struct LazyAnnotation {
    /// The pre-analysis, if there is one.
    pub seed: Option<seed::Config>,
}

impl Engine for LazyAnnotation {
    fn name(&self) -> &'static str {
        "la"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let mut annotation = Annotation::new(terms, problem, stop);
        if let Some(config) = &self.seed {
            statistics.add_seed(&seed(terms, &mut annotation, config, stop));
        }
        let budget = Budget { stop: stop.clone(), cases: 16, ..Budget::default() };
        let record = std::env::var_os(RECORD).map(Into::into);
        let most_disjuncts = Some(MOST_DISJUNCTS);
        let mut interpolator = Interpolator::new(Config { budget, record, most_disjuncts, ..Config::default() });
        let mut counters = Counters::default();
        let features = Features::default();
        let mut bound = 0;
        let verdict = loop {
            info!("bound {bound}: {} lemmas, {} conflicts", annotation.lemmas().ids().len(), counters.conflicts);
            match Search::new(terms, &mut annotation, &mut interpolator, &mut counters, features, bound).run() {
                Found::Derivation(derivation) => break Verdict::Derivable(derivation),
                Found::Unknown(reason) => {
                    break Verdict::Unknown(Unknown { reason, no_derivation_up_to: None });
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
        statistics.add_interpolation(interpolator.counters());
        annotation.statistics().for_each(|smt| statistics.add_smt(&smt));
        verdict
    }
}
