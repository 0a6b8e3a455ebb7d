use super::*;
use crate::engine::NAMES;
use alphorn_logic::{horn::testing::problem, term::Op, witness::Solution};
use alphorn_run::{clock::thread_time, limit::with_processor_limit};
use std::{thread, time::Instant};

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

/// Has a defect.
struct Broken;

impl Engine for Broken {
    fn name(&self) -> &'static str {
        "broken"
    }

    fn solve(&self, _: &mut Terms, _: &Problem, _: &mut Statistics, _: &Stop) -> Verdict {
        panic!("broken on purpose")
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

/// Takes long to end after it was told to.
struct Slow;

const SLOW: Duration = Duration::from_secs(3);

impl Engine for Slow {
    fn name(&self) -> &'static str {
        "slow"
    }

    fn solve(&self, terms: &mut Terms, problem: &Problem, statistics: &mut Statistics, stop: &Stop) -> Verdict {
        let verdict = Busy.solve(terms, problem, statistics, stop);
        thread::sleep(SLOW);
        verdict
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

fn race(names: &[&str], threads: usize) -> (Verdict, Statistics, Duration) {
    let (verdict, statistics, _, time) = race_on(SAFE, names, threads);
    (verdict, statistics, time)
}

/// The answer with its statistics, those that lost, and the time until the answer.
fn race_on(text: &str, names: &[&str], threads: usize) -> (Verdict, Statistics, Losers, Duration) {
    let (mut terms, problem) = problem(text);
    let store = Store::new(&terms, &problem);
    let config = Config { store: Some(store.clone()), ..Config::default() };
    let make = move |name: &str| -> Option<Box<dyn Engine>> {
        match name {
            "liar" => Some(Box::new(Liar)),
            "broken" => Some(Box::new(Broken)),
            "busy" => Some(Box::new(Busy)),
            "late" => Some(Box::new(Late)),
            "slow" => Some(Box::new(Slow)),
            _ => by_name(name, &config),
        }
    };
    let (stop, start, mut statistics) = (Stop::new(), Instant::now(), Statistics::default());
    let members: Vec<Member> = names.iter().map(|name| Member::named(name)).collect();
    let race = Race::new(&terms, &problem, Box::new(make), store);
    let (verdict, losers) = race.run(&mut terms, &mut statistics, &members, threads, &stop);
    let time = start.elapsed();
    if !matches!(verdict, Verdict::Unknown(_)) {
        assert!(confirm::holds(&mut terms, &problem, &verdict, &stop), "the evidence is over the caller's terms");
    }
    (verdict, statistics, losers, time)
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
fn a_panic_costs_one_member_and_is_counted() {
    let (verdict, statistics, _) = race(&["broken", "la"], 1);
    assert!(matches!(verdict, Verdict::Solved(_)));
    assert_eq!(statistics.count("portfolio-panics-of-broken"), Some(1));
    let (verdict, _, _) = race(&["broken"], 1);
    assert!(matches!(verdict, Verdict::Unknown(unknown) if unknown.reason.contains("broken on purpose")));
    let (verdict, _, _) = race(&["liar", "broken"], 1);
    assert!(matches!(verdict, Verdict::Unknown(unknown) if unknown.reason.contains("does not hold")));
}

/// Who is gone without leaving is waited for: a second each.
#[test]
fn who_has_ended_makes_room_at_once() {
    let (verdict, _, time) = race(&["liar", "liar", "broken", "liar", "liar", "broken", "liar", "liar", "la"], 1);
    assert!(matches!(verdict, Verdict::Solved(_)) && time < Duration::from_secs(6), "{time:?}");
}

#[test]
fn those_that_suit_the_problem_take_part_unless_members_are_named() {
    let won_by = |settings: Settings| {
        let (mut terms, problem) = problem(SAFE);
        let engine = Portfolio::new(Config { portfolio: settings, ..Config::default() });
        let mut statistics = Statistics::default();
        let verdict = engine.solve(&mut terms, &problem, &mut statistics, &Stop::new());
        assert!(matches!(verdict, Verdict::Solved(_)));
        let names = NAMES.into_iter().filter(|name| statistics.count(&format!("portfolio-won-by-{name}")).is_some());
        names.collect::<Vec<_>>()
    };
    assert_eq!(won_by(Settings::default()), ["pdr"], "the first one answers what is easy");
    assert_eq!(won_by(Settings { members: vec!["kind".into()], ..Settings::default() }), ["kind"]);
    let members = ["auto", "portfolio", "kind:2"].map(String::from).to_vec();
    assert_eq!(won_by(Settings { members, ..Settings::default() }), ["kind"], "a portfolio has no portfolios");
}

/// The sum of the first numbers: what proves it has a product where the rules have none.
const SQUARE: &str = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
    (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y x)))))
    (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x 100) (distinct y 4950)) false)))";

#[test]
fn evidence_with_products_is_confirmed() {
    let (mut terms, problem) = problem(SQUARE);
    let mut solution = Solution::top(&mut terms, &problem);
    let definition = &mut solution.definitions[0];
    let [x, y] = [0, 1].map(|at| terms.var_term(definition.params[at]));
    let (two, one) = (terms.int(2), terms.int(-1));
    let (double, less) = (terms.app(Op::Mul, [two, y]), terms.app(Op::Add, [x, one]));
    let product = terms.app(Op::Mul, [x, less]);
    definition.body = terms.eq(double, product);
    assert!(confirm::holds(&mut terms, &problem, &Verdict::Solved(solution), &Stop::new()));
}

#[test]
fn those_that_lost_are_ended_and_one_thread_is_shared() {
    let (verdict, _, _) = race(&["busy", "la"], 2);
    assert!(matches!(verdict, Verdict::Solved(_)), "the race is over though one would never end");
    let (verdict, statistics, _, _) = race_on(HARD, &["lawi", "late"], 1);
    assert!(matches!(verdict, Verdict::Solved(_)), "lawi is in the midst of a question that it does not answer");
    assert_eq!(statistics.count("portfolio-won-by-late"), Some(1));
}

/// On a busy machine who works may be stopped as one who waits; who waits is never stopped as one who works.
#[test]
fn a_limit_on_the_processor_ends_work_by_its_time() {
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
fn an_answer_does_not_wait_for_those_that_lost_and_they_have_ended_when_the_engine_is_gone() {
    let (verdict, _, losers, time) = race_on(SAFE, &["late", "slow"], 2);
    assert!(matches!(verdict, Verdict::Solved(_)) && time < SLOW, "{time:?}");
    let start = Instant::now();
    drop(losers);
    assert!(time + start.elapsed() >= SLOW, "one still works");
}

/// Engines in the midst of hard questions to Z3. By the time of the processor, since other tests run at the same time.
#[test]
fn those_that_lost_end_within_a_tenth_of_a_second() {
    for loser in NAMES.into_iter().filter(|name| *name != "portfolio") {
        let (verdict, _, mut losers, _) = race_on(HARD, &["late", loser], 2);
        assert!(matches!(verdict, Verdict::Solved(_)));
        let time = losers.wait();
        assert!(time < Duration::from_millis(100), "{loser} goes on for {time:?}");
    }
}
