//! Several engines at a time, each in a thread with terms and a Z3 context of its own. The first answer whose evidence
//! holds of the problem ends all of them.
//!
//! Engines take turns: a queue of turns is shared by the threads. The first engine runs to its end from the start; the others
//! are first probed for a short time each, and run to their ends after that. A thread alone probes the first one, too; if no
//! members are named, it leaves all to `auto`, which spends the time of one processor better. Who starts is given what others
//! found to hold for ever, or reached (see [`Store`]); lazy annotation asks for more on the way. What holds for ever of what
//! an engine suggests when its turn ends without an answer is found out after it.

use super::{Config, Engine, Statistics, by_name, confirm, foreign::Foreign, schedule::Features, store::Store};
use crate::{
    api::with_processor_limit,
    horn::Problem,
    stop::{Cause, Stop},
    term::Terms,
    witness::{Unknown, Verdict},
};
use log::info;
use std::{
    collections::VecDeque,
    sync::{Mutex, mpsc},
    thread,
    time::{Duration, Instant},
};

/// What is best for one thread: engines that take turns without starting again.
const ALONE: [&str; 1] = ["auto"];

/// Those that unwind from the goals, and may end at facts that others reached.
const UNWINDING: [&str; 2] = ["bmc", "kind"];

/// The time of a probe, of the processor for its thread: on a busy machine no less is tried.
const PROBE: Duration = Duration::from_millis(700);
/// How often those that lost are told to end: an interrupt that arrives between two calls of a solver is lost.
const TICK: Duration = Duration::from_millis(10);
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

/// The engine.
pub struct Portfolio {
    /// What the members are made with.
    pub config: Config,
}

impl Engine for Portfolio {
    fn name(&self) -> &'static str {
        "portfolio"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let Settings { members, foreign, threads } = &self.config.portfolio;
        let names: Vec<&str> = match members.is_empty() {
            true if *threads < 2 && foreign.is_empty() => ALONE.to_vec(),
            true => Features::new(terms, problem).members().to_vec(),
            false => members.iter().map(String::as_str).collect(),
        };
        let store = Store::new(terms, problem);
        let config = Config { store: Some(store.clone()), ..self.config.clone() };
        let make = |name: &str| -> Option<Box<dyn Engine>> {
            if foreign.iter().any(|command| command == name) {
                return Some(Box::new(Foreign { command: name.into() }));
            }
            by_name(name, &config).filter(|engine| engine.name() != self.name())
        };
        let mut names: Vec<&str> = names.into_iter().filter(|name| make(name).is_some()).collect();
        let second = names.len().min(1);
        names.splice(second..second, foreign.iter().map(String::as_str));
        let race = Race { problem, stop, make: &make, threads: (*threads).max(1), store: &store };
        race.run(terms, statistics, turns(&names, *threads))
    }
}

/// An engine, and its time; to the end if there is none.
type Turn<'a> = (&'a str, Option<Duration>);

/// In which order engines run.
fn turns<'a>(names: &[&'a str], threads: usize) -> VecDeque<Turn<'a>> {
    let probed = if threads > 1 { 1 } else { 0 };
    let first = names.iter().take(probed).map(|&name| (name, None));
    let probes = names.iter().skip(probed).map(|&name| (name, Some(PROBE)));
    let rest = names.iter().skip(probed).map(|&name| (name, None));
    first.chain(probes).chain(rest).collect()
}

/// What a turn ended with, over the terms that its engine made.
struct Ended {
    name: &'static str,
    terms: Terms,
    verdict: Verdict,
    statistics: Statistics,
}

struct Race<'a> {
    problem: &'a Problem,
    stop: &'a Stop,
    make: &'a (dyn Fn(&str) -> Option<Box<dyn Engine>> + Sync),
    threads: usize,
    store: &'a Store,
}

impl Race<'_> {
    fn run(&self, terms: &mut Terms, statistics: &mut Statistics, turns: VecDeque<Turn>) -> Verdict {
        let (all, _linked) = self.stop.child();
        let queue = Mutex::new(turns);
        let start = terms.clone();
        let (ended, reports) = mpsc::channel::<Ended>();
        let mut verdict = Verdict::Unknown(Unknown::because("no engine could start"));
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for _ in 0..self.threads {
                let (ended, queue, start, all) = (ended.clone(), &queue, &start, &all);
                let work = move || self.work(queue, start, all, &ended);
                workers.extend(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work));
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
            let over = Instant::now();
            while workers.iter().any(|worker| !worker.is_finished()) {
                all.stop(Cause::Cancelled);
                thread::sleep(TICK);
            }
            statistics.set("portfolio-ending-milliseconds", over.elapsed().as_millis() as u64);
        });
        statistics.set("portfolio-shared-facts", self.store.len() as u64);
        statistics.set("portfolio-reached-facts", self.store.reached() as u64);
        verdict
    }

    /// Takes turns until there are none.
    fn work(&self, queue: &Mutex<VecDeque<Turn>>, start: &Terms, all: &Stop, ended: &mpsc::Sender<Ended>) {
        loop {
            let next = queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop_front();
            let Some((name, time)) = next.filter(|_| !all.is_stopped()) else { return };
            let Some(engine) = (self.make)(name) else { continue };
            let (mut terms, mut statistics) = (start.clone(), Statistics::default());
            let (stop, _linked) = all.child();
            let given = self.store.give(&mut terms, UNWINDING.contains(&name));
            let verdict =
                with_processor_limit(time, &stop, || engine.solve(&mut terms, &given.problem, &mut statistics, &stop));
            let verdict = match given.lift(&mut terms, verdict) {
                Verdict::Unknown(unknown) => Verdict::Unknown(unknown),
                // The time of a probe is not for the check.
                found if confirm::holds(&mut terms, self.problem, &found, all) => found,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{converge::thread_time, engine::NAMES, horn::testing::problem, witness::Solution};

    const SAFE: &str = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
        (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (not (= x y))) false)))";

    /// Says that everything is true, and is wrong.
    struct Liar;

    impl Engine for Liar {
        fn name(&self) -> &'static str {
            "liar"
        }

        fn solve(&self, terms: &mut Terms, problem: &Problem, _: &mut Statistics, _: &Stop) -> Verdict {
            Verdict::Solved(Solution::top(terms, problem))
        }
    }

    /// Works until it is told to end.
    struct Busy;

    impl Engine for Busy {
        fn name(&self) -> &'static str {
            "busy"
        }

        fn solve(&self, _: &mut Terms, _: &Problem, _: &mut Statistics, stop: &Stop) -> Verdict {
            while !stop.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
            Verdict::Unknown(Unknown::because("stopped"))
        }
    }

    /// Knows that all arguments of a fact are equal, and says so late.
    struct Late;

    impl Engine for Late {
        fn name(&self) -> &'static str {
            "late"
        }

        fn solve(&self, terms: &mut Terms, problem: &Problem, _: &mut Statistics, _: &Stop) -> Verdict {
            thread::sleep(Duration::from_millis(300));
            let mut solution = Solution::top(terms, problem);
            for definition in &mut solution.definitions {
                let args: Vec<_> = definition.params.iter().map(|&param| terms.var_term(param)).collect();
                let equations: Vec<_> = args.windows(2).map(|pair| terms.eq(pair[0], pair[1])).collect();
                definition.body = terms.and(equations);
            }
            Verdict::Solved(solution)
        }
    }

    /// As `SAFE`, but whoever looks for facts has to factorise.
    const HARD: &str = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
        (assert (forall ((x Int) (y Int) (a Int) (b Int)) (=>
            (and (P x y) (< 1 a b) (= (* a b) 1000036000099) (< (* a a a) (* b b 2))) (P (+ x 1) (+ y 1)))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (not (= x y))) false)))";

    fn race(names: &[&'static str], threads: usize) -> (Verdict, Statistics, Duration) {
        race_on(SAFE, names, threads)
    }

    fn race_on(text: &str, names: &[&'static str], threads: usize) -> (Verdict, Statistics, Duration) {
        let (mut terms, problem) = problem(text);
        let store = Store::new(&terms, &problem);
        let config = Config { store: Some(store.clone()), ..Config::default() };
        let make = |name: &str| -> Option<Box<dyn Engine>> {
            match name {
                "liar" => Some(Box::new(Liar)),
                "busy" => Some(Box::new(Busy)),
                "late" => Some(Box::new(Late)),
                _ => by_name(name, &config),
            }
        };
        let (stop, start, mut statistics) = (Stop::new(), Instant::now(), Statistics::default());
        let race = Race { problem: &problem, stop: &stop, make: &make, threads, store: &store };
        let verdict = race.run(&mut terms, &mut statistics, turns(names, threads));
        if !matches!(verdict, Verdict::Unknown(_)) {
            assert!(confirm::holds(&mut terms, &problem, &verdict, &stop), "the evidence is over the caller's terms");
        }
        (verdict, statistics, start.elapsed())
    }

    #[test]
    fn an_answer_that_does_not_hold_does_not_count() {
        let (verdict, _, _) = race(&["liar"], 2);
        let Verdict::Unknown(unknown) = verdict else { panic!("a lie was believed") };
        assert!(unknown.reason.contains("does not hold"), "{}", unknown.reason);
        let (verdict, statistics, _) = race(&["liar", "la"], 2);
        assert!(matches!(verdict, Verdict::Solved(_)));
        assert_eq!(statistics.count("portfolio-won-by-la"), Some(1));
    }

    #[test]
    fn one_thread_leaves_all_to_auto_unless_members_are_named() {
        let won_by = |settings: Settings| {
            let (mut terms, problem) = problem(SAFE);
            let engine = Portfolio { config: Config { portfolio: settings, ..Config::default() } };
            let mut statistics = Statistics::default();
            let verdict = engine.solve(&mut terms, &problem, &mut statistics, &Stop::new());
            assert!(matches!(verdict, Verdict::Solved(_)));
            let names =
                NAMES.into_iter().filter(|name| statistics.count(&format!("portfolio-won-by-{name}")).is_some());
            names.collect::<Vec<_>>()
        };
        assert_eq!(won_by(Settings::default()), ["auto"]);
        assert_eq!(won_by(Settings { members: vec!["kind".into()], ..Settings::default() }), ["kind"]);
    }

    #[test]
    fn those_that_lost_are_ended_and_one_thread_probes() {
        let (verdict, _, _) = race(&["busy", "la"], 2);
        assert!(matches!(verdict, Verdict::Solved(_)), "the race is over though one would never end");
        let (verdict, _, time) = race(&["busy", "la"], 1);
        assert!(matches!(verdict, Verdict::Solved(_)) && time >= PROBE);
    }

    /// On a busy machine who works may be stopped as one who waits; who waits is never stopped as one who works.
    #[test]
    fn a_probe_ends_by_the_time_of_the_processor() {
        let time = Duration::from_millis(100);
        let lasts = |work: fn()| {
            let (stop, start, before) = (Stop::new(), Instant::now(), thread_time());
            with_processor_limit(Some(time), &stop, || {
                while !stop.is_stopped() {
                    work();
                }
            });
            (start.elapsed(), thread_time() - before)
        };
        let (elapsed, spent) = lasts(|| _ = std::hint::black_box(0));
        assert!(spent >= time || elapsed >= 4 * time, "{spent:?} in {elapsed:?}");
        let (elapsed, spent) = lasts(|| thread::sleep(Duration::from_millis(5)));
        assert!(elapsed >= 4 * time, "{spent:?} in {elapsed:?}");
    }

    #[test]
    fn what_a_probe_without_an_answer_found_is_shared() {
        for tells in ["imc", "predabs"] {
            let (verdict, statistics, _) = race_on(HARD, &[tells, "late"], 1);
            assert!(matches!(verdict, Verdict::Solved(_)));
            assert_eq!(statistics.count("portfolio-won-by-late"), Some(1));
            assert!(statistics.count("portfolio-shared-facts") > Some(0), "{tells}: x = y holds for ever");
        }
    }

    /// Engines in the midst of hard questions to Z3. On an idle machine all end within a tenth of a second; here other tests
    /// run at the same time.
    #[test]
    fn those_that_lost_end_at_once() {
        for loser in NAMES.into_iter().filter(|name| *name != "portfolio") {
            let ends_in_time = || {
                let (verdict, statistics, _) = race_on(HARD, &["late", loser], 2);
                assert!(matches!(verdict, Verdict::Solved(_)));
                let time = statistics.count("portfolio-ending-milliseconds");
                eprintln!("{loser} ends after {time:?} ms");
                time.is_some_and(|time| time < 1000)
            };
            assert!((0..3).any(|_| ends_in_time()), "{loser} goes on for too long");
        }
    }
}
