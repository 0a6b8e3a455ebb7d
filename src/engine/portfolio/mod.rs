//! Several engines at a time, each in a thread with terms and a Z3 context of its own. The first answer whose evidence
//! holds of the problem ends all of them; it does not wait until they have freed what they had.
//!
//! Engines take turns: a queue of turns is shared by the threads. The first engine runs to its end from the start; the others
//! are first probed for a short time each, and run to their ends after that. A thread alone probes the first one, too; if no
//! members are named, it leaves all to `auto`, which spends the time of one processor better. Who starts is given what others
//! found to hold for ever, or reached (see [`Store`]); lazy annotation asks for more on the way. What holds for ever of what
//! an engine suggests when its turn ends without an answer is found out after it.

mod losers;

#[cfg(test)]
mod tests;

use super::{Config, Engine, Statistics, by_name, confirm, foreign::Foreign, schedule::Features, store::Store};
use crate::{
    api::with_processor_limit,
    horn::Problem,
    stop::Stop,
    term::Terms,
    witness::{Unknown, Verdict},
};
use log::info;
use losers::{Ending, Losers};
use std::{
    cell::RefCell,
    collections::VecDeque,
    sync::{Arc, Mutex, mpsc},
    thread,
    time::Duration,
};

/// What is best for one thread: engines that take turns without starting again.
const ALONE: [&str; 1] = ["auto"];

/// Those that unwind from the goals, and may end at facts that others reached.
const UNWINDING: [&str; 2] = ["bmc", "kind"];

/// The time of a probe, of the processor for its thread: on a busy machine no less is tried.
const PROBE: Duration = Duration::from_millis(700);
/// A deep term costs Z3 stack; this much is reserved, and used only when needed.
const STACK: usize = 1 << 28;

/// What can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The engines in the order of their turns; none for those that suit the problem.
    pub members: Vec<String>,
    /// Command lines of other solvers, which come after the first engine.
    pub foreign: Vec<String>,
    /// How many of them run at a time.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { members: Vec::new(), foreign: Vec::new(), threads: 1 }
    }
}

/// The engine. Its threads end before it does.
pub struct Portfolio {
    config: Config,
    losers: RefCell<Vec<Losers>>,
}

impl Portfolio {
    /// One whose members are made with this.
    pub fn new(config: Config) -> Self {
        Portfolio { config, losers: RefCell::default() }
    }
}

impl Engine for Portfolio {
    fn name(&self) -> &'static str {
        "portfolio"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let Settings { members, foreign, threads } = &self.config.portfolio;
        let mut names: Vec<String> = match members.is_empty() {
            true if *threads < 2 && foreign.is_empty() => ALONE.map(String::from).to_vec(),
            true => Features::new(terms, problem).members().iter().map(ToString::to_string).collect(),
            false => members.clone(),
        };
        let store = Store::new(terms, problem);
        let config = Config { store: Some(store.clone()), ..self.config.clone() };
        let (others, own) = (foreign.clone(), self.name());
        let make = move |name: &str| -> Option<Box<dyn Engine>> {
            if others.iter().any(|command| command == name) {
                return Some(Box::new(Foreign { command: name.into() }));
            }
            by_name(name, &config).filter(|engine| engine.name() != own)
        };
        names.retain(|name| make(name).is_some());
        let second = names.len().min(1);
        names.splice(second..second, foreign.iter().cloned());
        let race = Race::new(terms, problem, Box::new(make), store, turns(&names, *threads));
        let (verdict, losers) = race.run(terms, statistics, (*threads).max(1), stop);
        self.losers.borrow_mut().push(losers);
        verdict
    }
}

/// An engine, and its time; to the end if there is none.
type Turn = (String, Option<Duration>);

/// In which order engines run.
fn turns(names: &[String], threads: usize) -> VecDeque<Turn> {
    let probed = if threads > 1 { 1 } else { 0 };
    let first = names.iter().take(probed).map(|name| (name.clone(), None));
    let probes = names.iter().skip(probed).map(|name| (name.clone(), Some(PROBE)));
    let rest = names.iter().skip(probed).map(|name| (name.clone(), None));
    first.chain(probes).chain(rest).collect()
}

/// What a turn ended with, over the terms that its engine made.
struct Ended {
    name: &'static str,
    terms: Terms,
    verdict: Verdict,
    statistics: Statistics,
}

/// Makes an engine of a name.
type Make = Box<dyn Fn(&str) -> Option<Box<dyn Engine>> + Send + Sync>;

/// What the threads share.
struct Race {
    /// The terms that all start with.
    start: Terms,
    problem: Problem,
    make: Make,
    store: Store,
    queue: Mutex<VecDeque<Turn>>,
}

impl Race {
    fn new(terms: &Terms, problem: &Problem, make: Make, store: Store, turns: VecDeque<Turn>) -> Arc<Self> {
        let (start, problem, queue) = (terms.clone(), problem.clone(), Mutex::new(turns));
        Arc::new(Race { start, problem, make, store, queue })
    }

    /// The first answer, and those that have not ended yet.
    fn run(
        self: &Arc<Self>,
        terms: &mut Terms,
        statistics: &mut Statistics,
        threads: usize,
        stop: &Stop,
    ) -> (Verdict, Losers) {
        let (all, _linked) = stop.child();
        let (ended, reports) = mpsc::channel::<Ended>();
        let mut verdict = Verdict::Unknown(Unknown::because("no engine could start"));
        let mut workers = Vec::new();
        for _ in 0..threads {
            let (race, ended, all) = (self.clone(), ended.clone(), all.clone());
            let work = move || {
                let ending = Ending::new(&all);
                race.work(&all, &ended);
                ending.time()
            };
            workers.extend(thread::Builder::new().stack_size(STACK).spawn(work));
        }
        drop(ended);
        for report in &reports {
            info!("{} ends with {}", report.name, word(&report.verdict));
            let earlier = std::mem::replace(&mut verdict, report.verdict);
            if !matches!(verdict, Verdict::Unknown(_)) {
                // The terms of before are among those of the winner, under the same numbers.
                *terms = report.terms;
                statistics.absorb(report.statistics);
                statistics.set(&format!("portfolio-won-by-{}", report.name), 1);
                break;
            }
            if let (Verdict::Unknown(last), Verdict::Unknown(earlier)) = (&mut verdict, earlier) {
                *last = std::mem::take(last).and(earlier);
            }
        }
        let losers = Losers::new(workers, &all);
        statistics.set("portfolio-shared-facts", self.store.len() as u64);
        statistics.set("portfolio-reached-facts", self.store.reached() as u64);
        (verdict, losers)
    }

    /// Takes turns until there are none.
    fn work(&self, all: &Stop, ended: &mpsc::Sender<Ended>) {
        loop {
            let next = self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop_front();
            let Some((name, time)) = next.filter(|_| !all.is_stopped()) else { return };
            let Some(engine) = (self.make)(&name) else { continue };
            let (mut terms, mut statistics) = (self.start.clone(), Statistics::default());
            let (stop, _linked) = all.child();
            let given = self.store.give(&mut terms, UNWINDING.contains(&name.as_str()));
            let verdict =
                with_processor_limit(time, &stop, || engine.solve(&mut terms, &given.problem, &mut statistics, &stop));
            let verdict = match given.lift(&mut terms, verdict) {
                Verdict::Unknown(unknown) => Verdict::Unknown(unknown),
                // The time of a probe is not for the check.
                found if confirm::holds(&mut terms, &self.problem, &found, all) => found,
                _ => Verdict::Unknown(Unknown::because(format!("the evidence of {name} does not hold"))),
            };
            if matches!(verdict, Verdict::Unknown(_)) {
                self.store.consider(all);
            }
            // Whoever listened may have gone.
            let _ = ended.send(Ended { name: engine.name(), terms, verdict, statistics });
        }
    }
}

fn word(verdict: &Verdict) -> &str {
    match verdict {
        Verdict::Derivable(_) => "a derivation",
        Verdict::Solved(_) => "a solution",
        Verdict::Unknown(unknown) => &unknown.reason,
    }
}
