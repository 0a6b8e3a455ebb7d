//! Lazy annotation: bounded searches that learn, and convergence around them. Ways of learning that suit different problems
//! take turns, each with an annotation of its own; what holds for ever they share.

use super::{
    Engine, Statistics,
    store::{Offer, Store},
};
use crate::{
    converge,
    horn::{Problem, RuleId},
    interpolate::{Budget, Config, Interpolator},
    observe::Observer,
    search::{Annotation, Counters, Features, Found, MOST_DISJUNCTS, Search, Setting, Turn},
    seed::{self, Seeder},
    smt::SmtConfig,
    stop::Stop,
    term::Terms,
    unwind::FOREVER,
    witness::{Derivation, Verdict},
};
use log::info;
use rustc_hash::FxHashSet;
use serde_json::json;
use std::ops::ControlFlow;

/// The environment variable that names a folder to record interpolation problems in.
const RECORD: &str = "ALPHORN_RECORD_INTERPOLATION";
/// The work of the first turn (about half a second); each round doubles it.
const FIRST_TURN: u32 = 4_000_000;
/// Z3's steps for one question, at first (some seconds): a way that meets a harder one gives way to the other.
const FIRST_LIMIT: u32 = 30_000_000;

/// The engine.
#[derive(Clone, Debug)]
pub struct LazyAnnotation {
    /// What the search does.
    pub features: Features,
    /// Limits on the pre-analysis.
    pub seed: seed::Config,
    /// Who watches.
    pub observer: Observer,
    /// Where what holds for ever is told to others.
    pub store: Option<Store>,
}

impl Engine for LazyAnnotation {
    fn name(&self) -> &'static str {
        "la"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        self.solve_goals(terms, problem, statistics, stop, &mut |_| ControlFlow::Break(()))
    }
}

impl LazyAnnotation {
    /// As [`Engine::solve`], with one annotation for many goals: `found` is given each derivation, and either ends the work
    /// with it or names the goals that are left out from then on.
    pub fn solve_goals(
        &self,
        terms: &mut Terms,
        problem: &Problem,
        statistics: &mut Statistics,
        stop: &Stop,
        found: &mut dyn FnMut(&Derivation) -> ControlFlow<(), FxHashSet<RuleId>>,
    ) -> Verdict {
        let mut seeder = self.features.seed.then(|| Seeder::new(&self.seed, problem, stop));
        let mut limits = SmtConfig { rlimit: self.features.turns.then_some(FIRST_LIMIT), ..SmtConfig::default() };
        let mut ways = vec![Way::new(terms, problem, self.features, limits, stop)];
        let mut work = if self.features.turns { FIRST_TURN } else { u32::MAX };
        let mut done: FxHashSet<RuleId> = FxHashSet::default();
        let answered = 'rounds: loop {
            for at in 0..ways.len() {
                let seeder = if at == 0 { seeder.as_mut() } else { None };
                ways[at].advance(terms, seeder, &self.observer, work);
                match &ways[at].verdict {
                    Some(Verdict::Solved(_)) => break 'rounds at,
                    Some(Verdict::Derivable(derivation)) => match found(derivation) {
                        ControlFlow::Break(()) => break 'rounds at,
                        ControlFlow::Continue(more) => {
                            done.extend(more);
                            ways.iter_mut().for_each(|way| way.annotation.drop_goals(|goal| done.contains(&goal)));
                            ways[at].verdict = None;
                            continue 'rounds;
                        }
                    },
                    Some(Verdict::Unknown(_)) | None => {}
                }
            }
            if ways.len() == 1 && self.features.turns && self.features.literals && !stop.is_stopped() {
                info!("a second way of learning, without literals");
                let mut way = Way::new(terms, problem, Features { literals: false, ..self.features }, limits, stop);
                way.annotation.drop_goals(|goal| done.contains(&goal));
                ways.push(way);
            } else if ways.iter().any(|way| way.verdict.is_none()) {
                // Some way goes on.
            } else if limits.rlimit.is_some() && !stop.is_stopped() {
                info!("all ways met hard questions: once more without limits");
                limits.rlimit = None;
                for way in &mut ways {
                    way.count(statistics);
                    let mut again = Way::new(terms, problem, way.features, limits, stop);
                    again.annotation.adopt(terms, &way.annotation);
                    again.annotation.drop_goals(|goal| done.contains(&goal));
                    *way = again;
                }
                if let Some(seeder) = seeder.take() {
                    statistics.add_seed(seeder.counters());
                }
            } else {
                break (0..ways.len()).max_by_key(|&at| ways[at].bound).unwrap_or(0);
            }
            if let [first, second] = &mut ways[..] {
                second.annotation.adopt(terms, &first.annotation);
                first.annotation.adopt(terms, &second.annotation);
            }
            if let Some(store) = &self.store {
                ways.iter().for_each(|way| way.tell(terms, store, stop));
            }
            work = work.saturating_mul(2);
        };
        if let Some(seeder) = &seeder {
            statistics.add_seed(seeder.counters());
        }
        ways.iter().for_each(|way| way.count(statistics));
        let way = ways.swap_remove(answered);
        statistics.set("la-way", answered as u64 + 1);
        statistics.set("la-bound", way.bound.into());
        way.verdict.expect("the way that answered has a verdict")
    }
}

/// One way of learning.
struct Way<'p> {
    features: Features,
    annotation: Annotation<'p>,
    interpolator: Interpolator,
    counters: Counters,
    bound: u32,
    /// How it ended, if it has.
    verdict: Option<Verdict>,
}

impl<'p> Way<'p> {
    fn new(terms: &mut Terms, problem: &'p Problem, features: Features, limits: SmtConfig, stop: &Stop) -> Self {
        let interpolator = Interpolator::new(Config {
            budget: Budget { stop: stop.clone(), cases: 16, ..Budget::default() },
            record: std::env::var_os(RECORD).map(Into::into),
            most_disjuncts: Some(MOST_DISJUNCTS),
            inductive: features.inductive,
            ..Config::default()
        });
        let annotation = Annotation::with_limits(terms, problem, limits, stop);
        Way { features, annotation, interpolator, counters: Counters::default(), bound: 0, verdict: None }
    }

    /// Searches at higher and higher bounds, until there is a verdict or the turn is over.
    fn advance(&mut self, terms: &mut Terms, seeder: Option<&mut Seeder>, observer: &Observer, work: u32) {
        if self.verdict.is_none() {
            let turn = Turn::new(&self.annotation, work);
            self.verdict = self.search(terms, seeder, Setting { features: self.features, observer, turn });
        }
    }

    fn search(&mut self, terms: &mut Terms, mut seeder: Option<&mut Seeder>, setting: Setting) -> Option<Verdict> {
        let Setting { observer, turn, .. } = setting;
        loop {
            let Way { annotation, interpolator, counters, bound, .. } = self;
            let lemmas = annotation.lemmas().ids().len();
            info!("bound {bound}: {lemmas} lemmas, {} conflicts", counters.conflicts);
            observer.note("bound", || json!({"bound": *bound, "lemmas": lemmas, "conflicts": counters.conflicts}));
            match Search::new(terms, annotation, interpolator, counters, setting, *bound).run() {
                Found::Derivation(derivation) => return Some(Verdict::Derivable(derivation)),
                Found::Unknown { reason, goal } => {
                    return Some(Verdict::Unknown(annotation.partial(terms, *bound, reason, goal)));
                }
                Found::Paused => return None,
                Found::Refuted => {}
            }
            if let Some(level) = converge::push(terms, annotation, *bound) {
                return Some(Verdict::Solved(annotation.solution(terms, level + 1)));
            }
            // Easy problems are done by now; the others are worth a look at what holds for ever.
            match &mut seeder {
                Some(seeder) if *bound == 0 => seeder.run(terms, annotation),
                Some(seeder) if *bound == 2 => seeder.close(terms, annotation),
                _ => {}
            }
            if setting.features.strengthen && bound.is_power_of_two() {
                converge::strengthen(terms, annotation, *bound);
            }
            *bound += 1;
            if turn.is_over(annotation) {
                return None;
            }
        }
    }

    /// Offers what holds for ever to others.
    fn tell(&self, terms: &Terms, store: &Store, stop: &Stop) {
        let lemmas = self.annotation.lemmas();
        let forever = lemmas.ids().map(|id| lemmas.get(id)).filter(|lemma| lemma.level == FOREVER);
        let offers =
            forever.map(|lemma| Offer { pred: lemma.pred, params: lemmas.params(lemma.pred), fact: lemma.clause });
        store.offer(terms, offers, stop);
    }

    fn count(&self, statistics: &mut Statistics) {
        let counters = &self.counters;
        statistics.add("la-resolutions", counters.resolutions);
        statistics.add("la-decisions", counters.decisions);
        statistics.add("la-conflicts", counters.conflicts);
        statistics.add("la-back-jumps", counters.back_jumps);
        statistics.raise("la-longest-back-jump", counters.longest_jump);
        statistics.add("la-lemmas", counters.lemmas);
        statistics.add_costs(&counters.costs);
        statistics.add_costs(self.annotation.costs());
        statistics.add_interpolation(self.interpolator.counters());
    }
}
