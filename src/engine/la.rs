//! Lazy annotation: bounded searches that learn, and convergence around them.

use super::{Engine, Statistics};
use crate::{
    converge,
    horn::Problem,
    interpolate::{Budget, Config, Interpolator},
    observe::Observer,
    search::{Annotation, Counters, Features, Found, MOST_DISJUNCTS, Search, Setting},
    seed::{self, Seeder},
    stop::Stop,
    term::Terms,
    witness::Verdict,
};
use log::info;
use serde_json::json;

/// The environment variable that names a folder to record interpolation problems in.
const RECORD: &str = "ALPHORN_RECORD_INTERPOLATION";

/// The engine.
#[derive(Clone, Debug)]
pub struct LazyAnnotation {
    /// What the search does.
    pub features: Features,
    /// Limits on the pre-analysis.
    pub seed: seed::Config,
    /// Who watches.
    pub observer: Observer,
}

impl Engine for LazyAnnotation {
    fn name(&self) -> &'static str {
        "la"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let mut annotation = Annotation::new(terms, problem, stop);
        let features = self.features;
        let mut seeder = features.seed.then(|| Seeder::new(&self.seed, problem, stop));
        let budget = Budget { stop: stop.clone(), cases: 16, ..Budget::default() };
        let record = std::env::var_os(RECORD).map(Into::into);
        let most_disjuncts = Some(MOST_DISJUNCTS);
        let mut interpolator = Interpolator::new(Config {
            budget,
            record,
            most_disjuncts,
            inductive: features.inductive,
            ..Config::default()
        });
        let mut counters = Counters::default();
        let setting = Setting { features, observer: &self.observer };
        let mut bound = 0;
        let verdict = loop {
            info!("bound {bound}: {} lemmas, {} conflicts", annotation.lemmas().ids().len(), counters.conflicts);
            let lemmas = annotation.lemmas().ids().len();
            self.observer.note("bound", || json!({"bound": bound, "lemmas": lemmas, "conflicts": counters.conflicts}));
            match Search::new(terms, &mut annotation, &mut interpolator, &mut counters, setting, bound).run() {
                Found::Derivation(derivation) => break Verdict::Derivable(derivation),
                Found::Unknown { reason, goal } => {
                    break Verdict::Unknown(annotation.partial(terms, bound, reason, goal));
                }
                Found::Refuted => {}
            }
            if let Some(level) = converge::push(terms, &mut annotation, bound) {
                break Verdict::Solved(annotation.solution(terms, level + 1));
            }
            // Easy problems are done by now; the others are worth a look at what holds for ever.
            match &mut seeder {
                Some(seeder) if bound == 0 => seeder.run(terms, &mut annotation),
                Some(seeder) if bound == 2 => seeder.close(terms, &mut annotation),
                _ => {}
            }
            bound += 1;
        };
        if let Some(seeder) = &seeder {
            statistics.add_seed(seeder.counters());
        }
        statistics.set("la-bound", bound.into());
        statistics.set("la-resolutions", counters.resolutions);
        statistics.set("la-decisions", counters.decisions);
        statistics.set("la-conflicts", counters.conflicts);
        statistics.set("la-back-jumps", counters.back_jumps);
        statistics.set("la-longest-back-jump", counters.longest_jump);
        statistics.set("la-lemmas", counters.lemmas);
        statistics.add_costs(&counters.costs);
        statistics.add_costs(annotation.costs());
        statistics.add_interpolation(interpolator.counters());
        verdict
    }
}
