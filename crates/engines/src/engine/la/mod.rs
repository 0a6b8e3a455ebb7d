//! Lazy annotation: bounded searches that learn, and convergence around them. Ways of learning that suit different problems
//! take turns, each with an annotation of its own; what holds for ever they share.

#[cfg(test)]
mod tests;
mod way;

use super::{Engine, store::Store};
use crate::{
    search::Features,
    seed::{self, Seeder},
    unwind::Accelerated,
};
use alphorn_logic::{
    horn::{Problem, RuleId},
    term::Terms,
    witness::{Derivation, Verdict},
};
use alphorn_run::{observe::Observer, statistics::Statistics, stop::Stop};
use alphorn_smt::SmtConfig;
use log::info;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use way::{Task, Way};

/// The work before the pre-analysis (about 0.15 seconds): easy problems are done by then.
const PROBE: u32 = 1_200_000;
/// The work of the first turn (about half a second), and of the later ones: long, since a search that pauses begins anew at its
/// bound, but not so long that whoever works beside is kept waiting.
const FIRST_TURN: u32 = 4_000_000;
const LATER_TURN: u32 = 8_000_000;
/// A way of learning that comes after the first: its name, and what it does.
type Other = (&'static str, fn(Features) -> Features);
/// Half-spaces before literals, by the rules as they are.
const HALF_SPACES: Other = ("half-spaces", |first| Features { literals: false, accelerate: false, ..first });
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
        if self.features.pdr { "pdr" } else { "la" }
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        self.solve_goals(terms, problem, statistics, stop, &mut |_| ControlFlow::Break(()))
    }
}

/// Is given each derivation, and either ends the work with it or names the goals that are left out from then on.
type OnDerivation<'a> = &'a mut dyn FnMut(&Derivation) -> ControlFlow<(), FxHashSet<RuleId>>;

impl LazyAnnotation {
    /// The engine with goals as cubes alone: property directed reachability.
    pub fn by_cubes(self) -> Self {
        let features = Features { pdr: true, turns: false, ..self.features };
        LazyAnnotation { features, ..self }
    }

    /// As [`Engine::solve`], with one annotation for many goals: `found` is given each derivation, and either ends the work
    /// with it or names the goals that are left out from then on.
    pub fn solve_goals(
        &self,
        terms: &mut Terms,
        problem: &Problem,
        statistics: &mut Statistics,
        stop: &Stop,
        found: OnDerivation,
    ) -> Verdict {
        let accelerated = if self.features.accelerate { Accelerated::new(terms, problem) } else { None };
        let accelerated = accelerated.as_ref();
        let Features { seed, turns, .. } = self.features;
        // What the first pre-analysis finds those who start later should know.
        let first = seed && self.store.as_ref().is_none_or(Store::seeds_first);
        let mut held = if first { stop.hold() } else { None };
        let limits = SmtConfig { rlimit: turns.then_some(FIRST_LIMIT), ..SmtConfig::default() };
        let mut task = Task { problem, accelerated, limits, store: self.store.as_ref(), stop };
        let mut ways = vec![Way::new(terms, task, self.features)];
        let mut seeder = seed.then(|| Seeder::new(&self.seed, problem, ways[0].annotation.solver(), stop));
        let mut others = [HALF_SPACES].into_iter().filter(|_| turns && self.features.literals);
        let [turn, later] = if turns { [FIRST_TURN, LATER_TURN] } else { [u32::MAX; 2] };
        let mut work = if seed { PROBE } else { turn };
        let mut done: FxHashSet<RuleId> = FxHashSet::default();
        let answered = 'rounds: loop {
            for at in 0..ways.len() {
                let seeder = if at == 0 { seeder.as_mut() } else { None };
                let work = ways[at].turn(work);
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
            if let Some(seeder) = seeder.as_mut().filter(|seeder| !seeder.has_run()) {
                seeder.run(terms, &mut ways[0].annotation);
                if let Some(store) = &self.store {
                    ways[0].exchange(terms, store);
                }
                drop(held.take());
            }
            if let Some((name, other)) = others.next().filter(|_| !stop.is_stopped()) {
                info!("another way of learning: {name}");
                ways.push(Way::new(terms, task, other(self.features)));
            } else if ways.iter().any(|way| way.verdict.is_none()) {
                // Some way goes on.
            } else if task.limits.rlimit.is_some() && !stop.is_stopped() {
                info!("all ways met hard questions: once more without limits");
                task.limits.rlimit = None;
                for way in &mut ways {
                    way.count(statistics);
                    let mut again = Way::new(terms, task, way.features);
                    again.annotation.adopt(terms, &way.annotation);
                    *way = again;
                }
                if let Some(seeder) = seeder.take() {
                    seeder.counters().record(statistics);
                }
            } else {
                break (0..ways.len()).max_by_key(|&at| ways[at].bound).unwrap_or(0);
            }
            ways.iter_mut().for_each(|way| way.annotation.drop_goals(|goal| done.contains(&goal)));
            share(terms, &mut ways);
            work = if work < turn { turn } else { later };
        };
        if let Some(seeder) = &seeder {
            seeder.counters().record(statistics);
        }
        ways.iter().for_each(|way| way.count(statistics));
        let way = ways.swap_remove(answered);
        statistics.set("la-way", answered as u64 + 1);
        statistics.set("la-bound", way.bound.into());
        way.verdict.expect("the way that answered has a verdict")
    }
}

/// What holds for ever for one way holds for all.
fn share(terms: &mut Terms, ways: &mut [Way]) {
    for at in 0..ways.len() {
        let (before, rest) = ways.split_at_mut(at);
        let Some((way, after)) = rest.split_first_mut() else { return };
        for other in before.iter().chain(&*after) {
            way.annotation.adopt(terms, &other.annotation);
        }
    }
}
