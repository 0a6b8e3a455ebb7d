use super::*;
use crate::engine::{
    Config, Engine,
    bmc::Bmc,
    by_name, confirm,
    kind::KInduction,
    lawi::{Lawi, Refinement},
};
use alphorn_logic::{
    horn::testing::problem,
    term::Op,
    witness::{Fact, Unknown},
};
use alphorn_run::{limit::with_processor_limit, statistics::Statistics, stop::Cause};

use std::{thread, time::Instant};

/// `x = y` is needed, and is no k-induction's; it follows from `x = z` and `z = y`, which need each other.
const THREE: &str = "(declare-fun P (Int Int Int) Bool) (assert (P 0 0 0))
    (assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P (+ z 1) (+ x 1) (+ y 1)))))
    (assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (> x (+ y 5))) false)))";

fn equal(terms: &mut Terms, params: &[VarId], a: usize, b: usize, more: i32) -> TermId {
    let [a, b, more] = [terms.var_term(params[a]), terms.var_term(params[b]), terms.int(more)];
    let b = terms.app(Op::Add, [b, more]);
    terms.eq(a, b)
}

#[test]
fn what_is_not_preserved_is_not_taken_and_what_is_taken_proves() {
    let (start, problem) = problem(THREE);
    let (store, stop) = (Store::new(&start, &problem), Stop::new());
    let mut one = start.clone();
    // The pool of who tells is not that of who is told.
    one.fresh("unused", alphorn_logic::term::SortId::INT);
    let params = Params::new(&mut one, &problem);
    let pred = PredId(0);
    let params = params.of(pred);
    let [xy, yz, wrong, alone] =
        [(0, 1, 0), (1, 2, 0), (0, 1, 1), (2, 0, 0)].map(|(a, b, more)| equal(&mut one, params, a, b, more));
    let offer = |facts: &[TermId]| {
        let offers = facts.iter().map(|&fact| Offer { pred, params, fact });
        store.offer(&one, offers.collect::<Vec<_>>(), &stop);
    };
    offer(&[wrong, alone]);
    assert!(store.is_empty(), "neither is preserved by itself");
    offer(&[xy, wrong, yz]);
    assert_eq!(store.len(), 2, "two that need each other");
    offer(&[xy, alone]);
    assert_eq!(store.len(), 3, "one follows now, the other was there");

    let mut other = start.clone();
    for wanted in [Wanted::Nothing, Wanted::Reached] {
        let bare = store.give(&mut other, wanted).problem;
        assert!(bare.constraints().eq(problem.constraints()), "no facts: {wanted:?}");
    }
    let given = store.give(&mut other, Wanted::Lasting);
    let (limited, _guard) = stop.child();
    let verdict = KInduction.solve(&mut other, &given.problem, &mut Statistics::default(), &limited);
    assert!(!confirm::holds(&mut other, &problem, &verdict, &stop), "the facts are needed");
    let verdict = given.lift(&mut other, verdict);
    assert!(matches!(verdict, Verdict::Solved(_)));
    assert!(confirm::holds(&mut other, &problem, &verdict, &stop), "a solution of the problem itself");
    let unknown = given.lift(&mut other, Verdict::Unknown(Unknown::because("x")));
    assert!(matches!(unknown, Verdict::Unknown(_)));
}

/// Counts to a hundred.
const COUNTER: &str = "(declare-fun P (Int) Bool) (assert (P 0))
    (assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))
    (assert (forall ((x Int)) (=> (and (P x) (= x 100)) false)))";

/// The steps that count up to a number; the last one is off by `wrong`.
fn counting(terms: &mut Terms, problem: &Problem, up_to: i32, wrong: i32) -> Vec<Step> {
    let step = |at: i32| {
        let value = terms.int(if at == up_to { at + wrong } else { at });
        let (rule, from) = if at == 0 { (RuleId(0), None) } else { (RuleId(1), Some(at as usize - 1)) };
        let rule_vars = &problem.rule(rule).vars;
        let before = terms.int(at - 1);
        // Of the variables of a rule, those of the head have the new value.
        let head = &problem.rule(rule).head.as_ref().expect("it is no goal").args;
        let values = rule_vars.iter().map(|var| if head.contains(var) { value } else { before }).collect();
        let premises = problem.rule(rule).premises.iter().map(|_| from).collect();
        Step { rule, values, premises, fact: Some(Fact { pred: PredId(0), args: vec![value] }) }
    };
    (0..=up_to).map(step).collect()
}

#[test]
fn what_was_reached_is_checked_and_ends_an_unwinding() {
    let (start, problem) = problem(COUNTER);
    let (store, stop) = (Store::new(&start, &problem), Stop::new());
    let mut one = start.clone();
    let steps = counting(&mut one, &problem, 95, 1);
    store.reach(&one, &steps, &stop);
    assert_eq!(store.reached(), 95, "the last step does not follow");
    store.reach(&one, &steps[90..], &stop);
    assert_eq!(store.reached(), 95, "steps from nowhere are not taken, known ones not again");

    let mut other = start.clone();
    let given = store.give(&mut other, Wanted::All);
    let mut statistics = Statistics::default();
    let verdict = Bmc::default().solve(&mut other, &given.problem, &mut statistics, &stop);
    assert!(statistics.count("bmc-bound") < Some(20), "it ends where others were: {statistics}");
    assert!(!confirm::holds(&mut other, &problem, &verdict, &stop), "not by the rules of the problem");
    let verdict = given.lift(&mut other, verdict);
    assert!(matches!(&verdict, Verdict::Derivable(derivation) if derivation.steps.len() == 102));
    assert!(confirm::holds(&mut other, &problem, &verdict, &stop));
}

#[test]
fn who_runs_is_told_only_what_is_new() {
    let (start, problem) = problem(COUNTER);
    let (store, stop) = (Store::new(&start, &problem), Stop::new());
    let (mut one, mut other) = (start.clone(), start.clone());
    let steps = counting(&mut one, &problem, 5, 0);
    store.reach(&one, &steps[..3], &stop);
    assert_eq!(store.new_steps(&mut other, 0).len(), 3);
    store.reach(&one, &steps, &stop);
    let new = store.new_steps(&mut other, 3);
    assert_eq!(new.iter().map(|step| step.premises[0]).collect::<Vec<_>>(), [2, 3, 4].map(Some));
    assert!(store.new_steps(&mut other, 6).is_empty());
}

/// A sum that is built up and taken down again (`s_multipl_22`): no proof is found soon.
const SUM: &str = "(declare-fun P (Int Int) Bool) (declare-fun Q (Int Int) Bool) (assert (P 0 0))
    (assert (forall ((k Int) (j Int)) (=> (P k j) (P (+ k 1) (+ j k 1)))))
    (assert (forall ((k Int) (j Int)) (=> (and (P k j) (> k 0)) (Q k (+ j 1)))))
    (assert (forall ((k Int) (j Int) (i Int)) (=> (and (Q k j) (> j 0) (= i (- k 1))) (Q i (- j i)))))
    (assert (forall ((k Int) (j Int)) (=> (and (Q k j) (<= j 0) (>= k 0)) false)))";

/// Whether the labels of a run of `lawi` that ends after so much time have parts that hold for ever.
fn has_lasting_labels(time: Duration) -> bool {
    let (mut terms, problem) = problem(SUM);
    let (store, stop) = (Store::new(&terms, &problem), Stop::new());
    let engine = Lawi { refinement: Refinement::Interpolants(Default::default()), store: Some(store.clone()) };
    let solve = || engine.solve(&mut terms, &problem, &mut Statistics::default(), &stop);
    let verdict = with_processor_limit(Some(time), &stop, solve);
    assert!(matches!(verdict, Verdict::Unknown(_)), "it is too easy");
    store.consider(&Stop::new());
    !store.is_empty()
}

#[test]
fn parts_of_the_labels_of_lawi_that_hold_for_ever_are_taken() {
    // On a busy machine little is done in little time.
    assert!([1, 4, 16].into_iter().any(|seconds| has_lasting_labels(Duration::from_secs(seconds))));
}

#[test]
fn others_can_look_at_what_an_engine_found_while_it_runs() {
    for name in ["lawi", "predabs", "imc"] {
        let (terms, problem) = problem(SUM);
        let (store, stop) = (Store::new(&terms, &problem), Stop::new());
        let config = Config { store: Some(store.clone()), ..Config::default() };
        let suggested = || !store.lock().suggested.is_empty();
        let in_time = thread::scope(|scope| {
            let (mut terms, problem, stop) = (terms.clone(), &problem, &stop);
            let work = move || {
                let engine = by_name(name, &config).expect("it is an engine");
                engine.solve(&mut terms, problem, &mut Statistics::default(), stop)
            };
            let running = scope.spawn(work);
            let start = Instant::now();
            while !suggested() && !running.is_finished() && start.elapsed() < Duration::from_secs(60) {
                thread::sleep(Duration::from_millis(10));
            }
            let in_time = suggested() && !running.is_finished();
            stop.stop(Cause::Cancelled);
            in_time
        });
        assert!(in_time, "{name}");
    }
}
