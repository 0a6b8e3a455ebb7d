//! Several engines, each in a thread with terms and a Z3 context of its own. The first answer whose evidence holds of the
//! problem ends all of them; it does not wait until they have freed what they had.
//!
//! They take turns: only so many run at a time, one if nothing else is asked for, and each has a share of the processor's time
//! (`turns.rs`). What is easy the first one answers before the others start. Who does not learn from refutations is
//! given what others found to hold for ever, or reached, when it starts (see [`Store`]). Who does goes its own way: with the
//! same facts, searches learn the same, and one of them would do. Lazy annotation tells what it learns on the way, and asks what
//! was reached; others suggest what they find, and lazy annotation finds out what of it holds for ever.

mod losers;

#[cfg(test)]
mod tests;

use super::{
    Config, Engine, NAMES, Statistics, by_name, confirm,
    foreign::Foreign,
    schedule::Features,
    store::{Store, Wanted},
};
use alphorn_logic::{
    horn::Problem,
    term::Terms,
    witness::{Unknown, Verdict},
};
use alphorn_run::{
    caught::caught,
    observe::Observer,
    stop::Stop,
    threads,
    turns::{Share, Turn, Turns},
};
use log::info;
use losers::{Ending, Losers};
use std::{
    cell::RefCell,
    sync::{Arc, mpsc},
    time::Duration,
};

/// Its own names.
const OWN: [&str; 2] = ["portfolio", "auto"];

/// What is answered before so much time of the processor was spent needs nobody else.
const START: Duration = Duration::from_millis(600);
/// The share of who is asked for by name alone.
const SAME: Share = Share::always(1);
/// A deep term costs Z3 stack; this much is reserved, and used only when needed.
const STACK: usize = 1 << 28;

/// What can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The engines, the first of which starts, each with its share of the time if it is not the same for all (`la:3`); none
    /// for those that suit the problem.
    pub members: Vec<String>,
    /// Command lines of other solvers. They are programs of their own, and take no turns.
    pub foreign: Vec<String>,
    /// How many of them run at a time.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { members: Vec::new(), foreign: Vec::new(), threads: 1 }
    }
}

/// Whether an engine of that name can take part: a portfolio cannot.
pub fn can_be_member(name: &str) -> bool {
    NAMES.contains(&name) && !OWN.contains(&name)
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
        OWN[0]
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let Settings { members, foreign, threads } = &self.config.portfolio;
        let named = members.iter().map(|named| Member::named(named));
        let suited = Features::new(terms, problem).members();
        let suited = suited.map(|&(name, share)| Member { name: name.into(), share: Some(share) });
        let mut members: Vec<Member> = if members.is_empty() { suited.collect() } else { named.collect() };
        let store = Store::new(terms, problem);
        let config = Config { store: Some(store.clone()), ..self.config.clone() };
        let (others, first) = (foreign.clone(), members.first().map(|member| member.name.clone()));
        let make = move |name: &str| -> Option<Box<dyn Engine>> {
            if others.iter().any(|command| command == name) {
                return Some(Box::new(Foreign { command: name.into() }));
            }
            // Who watches sees the first one: steps of several searches make no sense together.
            let observer = if first.as_deref() == Some(name) { config.observer.clone() } else { Observer::default() };
            // Of the two that learn from paths, one begins at both ends of them, the other one at the root, which is better more
            // often.
            let mut features = config.features;
            features.leaves &= name != "lawi";
            by_name(name, &Config { observer, features, ..config.clone() }).filter(|_| can_be_member(name))
        };
        members.retain(|member| make(&member.name).is_some());
        members.extend(foreign.iter().map(|command| Member { name: command.clone(), share: None }));
        let race = Race::new(terms, problem, Box::new(make), store);
        let (verdict, losers) = race.run(terms, statistics, &members, (*threads).max(1), stop);
        self.losers.borrow_mut().push(losers);
        verdict
    }
}

/// An engine.
#[derive(Clone)]
struct Member {
    name: String,
    /// Its share of the time; none for a program of its own, which takes no turns once it has started.
    share: Option<Share>,
}

impl Member {
    /// An engine that is asked for, as `NAME` or `NAME:SHARE`.
    fn named(text: &str) -> Self {
        let (name, share) = text.split_once(':').unwrap_or((text, ""));
        Member { name: name.into(), share: Some(share.parse().map_or(SAME, Share::always)) }
    }
}

/// What an engine ended with, over the terms that it made.
struct Ended {
    name: &'static str,
    terms: Terms,
    verdict: Verdict,
    statistics: Statistics,
}

/// What is told of an engine that has ended.
enum Report {
    Ended(Box<Ended>),
    /// Its name, and what the panic said.
    Panicked(String, String),
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
}

impl Race {
    fn new(terms: &Terms, problem: &Problem, make: Make, store: Store) -> Arc<Self> {
        let (start, problem) = (terms.clone(), problem.clone());
        Arc::new(Race { start, problem, make, store })
    }

    /// The first answer, and those that have not ended yet.
    fn run(
        self: &Arc<Self>,
        terms: &mut Terms,
        statistics: &mut Statistics,
        members: &[Member],
        threads: usize,
        stop: &Stop,
    ) -> (Verdict, Losers) {
        let (all, _linked) = stop.without_turns();
        let turns = Turns::new(threads, START);
        let waiting = turns.clone();
        let _woken = all.on_stop(move || waiting.wake());
        let (ended, reports) = mpsc::channel::<Report>();
        let mut unknown: Option<Unknown> = None;
        let mut answer: Option<Verdict> = None;
        let mut counted = Statistics::default();
        let mut workers = Vec::new();
        for member in members {
            let (race, member, turn) = (self.clone(), member.clone(), turns.join(member.share.unwrap_or(SAME)));
            let (ended, all) = (ended.clone(), all.clone());
            let work = move || {
                let ending = Ending::new(&all);
                race.work_or_fail(&member, &turn, &all, &ended);
                // Not as an argument of the macro, which looks at its arguments only when somebody listens.
                let spent = turn.leave();
                info!("{} had {} ms", member.name, spent.as_millis());
                ending.time()
            };
            match threads::spawn(STACK, work) {
                Ok(worker) => workers.push(worker),
                Err(error) => log::warn!("an engine cannot start: {error}"),
            }
        }
        drop(ended);
        let mut panicked: Option<Unknown> = None;
        for report in &reports {
            let report = match report {
                Report::Ended(report) => *report,
                Report::Panicked(name, panic) => {
                    statistics.add(&format!("portfolio-panics-of-{name}"), 1);
                    panicked = Some(Unknown::because(format!("{name}: {panic}")));
                    continue;
                }
            };
            info!("{} ends with {}", report.name, word(&report.verdict));
            let Verdict::Unknown(last) = report.verdict else {
                // The terms of before are among those of the winner, under the same numbers.
                *terms = report.terms;
                counted = report.statistics;
                statistics.set(&format!("portfolio-won-by-{}", report.name), 1);
                answer = Some(report.verdict);
                break;
            };
            unknown = Some(match unknown {
                Some(earlier) => last.and(earlier),
                None => last,
            });
            if members.first().is_some_and(|first| first.name == report.name) {
                counted = report.statistics;
            }
        }
        statistics.absorb(counted);
        let losers = Losers::new(workers, &all);
        statistics.set("portfolio-shared-facts", self.store.len() as u64);
        statistics.set("portfolio-reached-facts", self.store.reached() as u64);
        let nobody =
            || Unknown::because(stop.cause().map_or("no engine could start".into(), |cause| cause.to_string()));
        (answer.unwrap_or_else(|| Verdict::Unknown(unknown.or(panicked).unwrap_or_else(nobody))), losers)
    }

    /// Runs an engine to its end. A panic is one, too: what the engine had is dropped, and nobody else sees any of it but the
    /// store, each part of which was checked when it came.
    fn work_or_fail(&self, member: &Member, turn: &Turn, all: &Stop, ended: &mpsc::Sender<Report>) {
        let Err(panic) = caught(|| self.work(member, turn, all, ended)) else { return };
        // Whoever listened may have gone.
        let _ = ended.send(Report::Panicked(member.name.clone(), panic));
    }

    /// Runs an engine to its end, when it is its turn.
    fn work(&self, Member { name, share }: &Member, turn: &Turn, all: &Stop, ended: &mpsc::Sender<Report>) {
        turn.pass(|| all.is_stopped());
        let Some(engine) = (self.make)(name).filter(|_| !all.is_stopped()) else { return };
        let (stop, _linked) = match share {
            Some(_) => all.taking_turns(turn.clone()),
            None => {
                turn.leave();
                all.child()
            }
        };
        let (mut terms, mut statistics) = (self.start.clone(), Statistics::default());
        let wanted = match name.as_str() {
            // They unwind from the goals, and may end at facts that others reached.
            "kind" => Wanted::All,
            // It proves nothing that is helped by what holds for ever, and has longer questions with it.
            "bmc" => Wanted::Reached,
            // What they learn is the better the less the rules say, and the more of their own.
            "la" | "pdr" | "cases" | "predabs" | "lawi" => Wanted::Nothing,
            _ => Wanted::Lasting,
        };
        let given = self.store.give(&mut terms, wanted);
        let verdict = engine.solve(&mut terms, &given.problem, &mut statistics, &stop);
        let verdict = match given.lift(&mut terms, verdict) {
            Verdict::Unknown(unknown) => Verdict::Unknown(unknown),
            found if confirm::holds(&mut terms, &self.problem, &found, all) => found,
            _ => Verdict::Unknown(Unknown::because(match all.cause() {
                Some(cause) => cause.to_string(),
                None => format!("the engine {name} gave an answer that does not hold, and it was left out"),
            })),
        };
        if matches!(verdict, Verdict::Unknown(_)) {
            self.store.consider(all);
        }
        // Whoever listened may have gone.
        let _ = ended.send(Report::Ended(Box::new(Ended { name: engine.name(), terms, verdict, statistics })));
    }
}

fn word(verdict: &Verdict) -> &str {
    match verdict {
        Verdict::Derivable(_) => "a derivation",
        Verdict::Solved(_) => "a solution",
        Verdict::Unknown(unknown) => &unknown.reason,
    }
}
