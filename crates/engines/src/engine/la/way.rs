//! One way of learning: an annotation of its own, and searches at higher and higher bounds that strengthen it.

use crate::{
    converge,
    engine::store::{Offer, Store, Teller},
    search::{Annotation, Counters, CubeSearch, FactId, Features, Found, MOST_DISJUNCTS, Search, Setting, Turn},
    seed::Seeder,
    unwind::{Accelerated, FOREVER, Lemma, LemmaId},
};
use alphorn_interpolate::{Budget, Config, Interpolator};
use alphorn_logic::{
    horn::Problem,
    term::Terms,
    witness::{Unknown, Verdict},
};
use alphorn_run::{observe::Observer, statistics::Statistics, stop::Stop};
use alphorn_smt::SmtConfig;
use log::info;
use rustc_hash::FxHashSet;
use serde_json::json;

/// The environment variable that names a folder to record interpolation problems in.
const RECORD: &str = "ALPHORN_RECORD_INTERPOLATION";

/// High bounds grow by one part in so many, so that a derivation with many back edges needs few searches.
const STRIDE: u32 = 16;

/// Too few questions to tell whether they are worth it.
const FEW_QUESTIONS: u64 = 16;

/// Parts of the work for a way by half-spaces.
const SHARE: u32 = 4;
const SHARE_IN_VAIN: u32 = 8;

/// What a way works on.
#[derive(Clone, Copy)]
pub struct Task<'p> {
    /// The problem.
    pub problem: &'p Problem,
    /// The same with more rules, for ways that pass loops many times at once.
    pub accelerated: Option<&'p Accelerated>,
    /// Limits on each question.
    pub limits: SmtConfig,
    /// Where what holds for ever and what was reached is told to others.
    pub store: Option<&'p Store>,
    /// What ends the work.
    pub stop: &'p Stop,
}

/// A way of learning.
pub struct Way<'p> {
    /// What it does.
    pub features: Features,
    /// What it learned.
    pub annotation: Annotation<'p>,
    /// The bound of the search it is at.
    pub bound: u32,
    /// The highest bound within which there is no derivation.
    refuted: Option<u32>,
    /// How many lemmas there were when it was last asked which of all are inductive together.
    settled: usize,
    /// How it ended, if it has.
    pub verdict: Option<Verdict>,
    accelerated: Option<&'p Accelerated>,
    interpolator: Interpolator,
    counters: Counters,
    teller: Teller,
    /// The lemmas that others were told.
    told: FxHashSet<LemmaId>,
    /// Where facts that others reached are among its own.
    heard: Vec<FactId>,
}

impl<'p> Way<'p> {
    /// A way that knows nothing yet.
    pub fn new(terms: &mut Terms, task: Task<'p>, features: Features) -> Self {
        let accelerated = task.accelerated.filter(|_| features.accelerate);
        let problem = accelerated.map_or(task.problem, |accelerated| &accelerated.problem);
        let interpolator = Interpolator::new(Config {
            budget: Budget { stop: task.stop.clone(), cases: 16, ..Budget::default() },
            record: std::env::var_os(RECORD).map(Into::into),
            most_disjuncts: Some(MOST_DISJUNCTS),
            inductive: features.inductive,
            ..Config::default()
        });
        let annotation = Annotation::with_limits(terms, problem, task.limits, task.stop);
        let (counters, told, heard) = Default::default();
        Way {
            features,
            annotation,
            bound: 0,
            refuted: None,
            settled: 0,
            verdict: None,
            accelerated,
            interpolator,
            counters,
            teller: Teller::new(task.store),
            told,
            heard,
        }
    }

    /// The work of its turn where that of the first way is given. Half-spaces have less, and less still where most questions for
    /// them have no answer, since what is learned then could be had without asking.
    pub fn turn(&self, work: u32) -> u32 {
        let asked = self.interpolator.counters();
        let in_vain = asked.questions >= FEW_QUESTIONS && 2 * asked.failures > asked.questions;
        match self.features {
            Features { literals: true, .. } => work,
            _ if in_vain => work / SHARE_IN_VAIN,
            _ => work / SHARE,
        }
    }

    /// Searches at higher and higher bounds, until there is a verdict or the turn is over.
    pub fn advance(&mut self, terms: &mut Terms, seeder: Option<&mut Seeder>, observer: &Observer, work: u32) {
        if self.verdict.is_none() {
            let turn = Turn::new(&self.annotation, work);
            self.verdict = self.search(terms, seeder, Setting { features: self.features, observer, turn });
        }
    }

    fn search(&mut self, terms: &mut Terms, mut seeder: Option<&mut Seeder>, setting: Setting) -> Option<Verdict> {
        let Setting { observer, turn, .. } = setting;
        loop {
            let Way { annotation, interpolator, counters, bound, refuted, settled, .. } = self;
            let lemmas = annotation.lemmas().ids().len();
            info!("bound {bound}: {lemmas} lemmas, {} conflicts", counters.conflicts);
            observer.note("bound", || json!({"bound": *bound, "lemmas": lemmas, "conflicts": counters.conflicts}));
            let found = if setting.features.pdr {
                CubeSearch::new(terms, annotation, interpolator, counters, setting, *bound).run()
            } else {
                Search::new(terms, annotation, interpolator, counters, setting, *bound).run()
            };
            match found {
                Found::Derivation(derivation) => {
                    let Some(accelerated) = self.accelerated else { return Some(Verdict::Derivable(derivation)) };
                    return Some(match accelerated.expand(terms, &derivation, annotation.stop()) {
                        Some(derivation) => Verdict::Derivable(derivation),
                        None => Verdict::Unknown(Unknown::because("the derivation is too long to be written down")),
                    });
                }
                Found::Unknown { reason, goal } => {
                    return Some(Verdict::Unknown(annotation.partial(terms, *refuted, reason, goal)));
                }
                Found::Paused => return None,
                Found::Refuted => *refuted = Some(*bound),
            }
            if let Some(level) = converge::push(terms, annotation, *bound, setting.features.subsumption) {
                return Some(Verdict::Solved(annotation.solution(terms, level + 1)));
            }
            if let Some(seeder) = seeder.as_mut().filter(|_| *bound >= 2) {
                seeder.close(terms, annotation);
            }
            let next = *bound + 1 + if setting.features.strides { *bound / STRIDE } else { 0 };
            if setting.features.strengthen && *bound > 0 {
                let doubled = next.ilog2() > bound.ilog2();
                if doubled {
                    converge::strengthen(terms, annotation, *bound + 1);
                }
                // Where nothing new was learned, what is needed may be there, and only its levels rise one by one.
                let count = annotation.lemmas().ids().len();
                if count > *settled && (doubled || count == lemmas) {
                    *settled = count;
                    converge::strengthen(terms, annotation, 1);
                }
            }
            *bound = next;
            if let Some(store) = self.teller.now() {
                self.exchange(terms, &store);
            }
            if turn.is_over(&self.annotation) {
                return None;
            }
        }
    }

    /// Offers what holds for ever, and what was reached, to others, and takes over what they reached. Not what they found to
    /// hold for ever: searches that know the same learn the same, and then one of them would do.
    pub(super) fn exchange(&mut self, terms: &mut Terms, store: &Store) {
        self.tell(terms, store);
        store.consider(self.annotation.stop());
        if self.features.reached {
            let steps = store.new_steps(terms, self.heard.len());
            self.annotation.reached().absorb(&mut self.heard, steps);
        }
    }

    fn tell(&mut self, terms: &Terms, store: &Store) {
        let stop = self.annotation.stop().clone();
        store.reach(terms, self.annotation.reached().steps(), &stop);
        let lemmas = self.annotation.lemmas();
        let forever = lemmas.ids().filter(|&id| lemmas.get(id).level == FOREVER);
        let new: Vec<LemmaId> = forever.filter(|&id| self.told.insert(id)).collect();
        let offer = |id| {
            let Lemma { pred, clause: fact, .. } = lemmas.get(id);
            Offer { pred, params: lemmas.params(pred), fact }
        };
        store.offer(terms, new.into_iter().map(offer), &stop);
    }

    /// Adds what it did.
    pub fn count(&self, statistics: &mut Statistics) {
        self.counters.record(statistics);
        let ids = self.annotation.lemmas().ids();
        statistics.add("la-subsumed", ids.filter(|&id| self.annotation.is_subsumed(id)).count() as u64);
        self.annotation.costs().record(statistics);
        self.interpolator.counters().record(statistics);
    }
}
