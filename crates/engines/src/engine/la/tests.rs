use super::*;
use crate::{engine::confirm, search::Mark, unwind::FOREVER};
use alphorn_logic::horn::{PredId, testing::problem};

/// The derivation that lazy annotation finds, and what it did.
fn derivation(text: &str, features: Features) -> (Derivation, Statistics) {
    let (mut terms, problem) = problem(text);
    let (mut statistics, stop) = (Statistics::default(), Stop::new());
    let engine = LazyAnnotation { features, seed: seed::Config::default(), observer: Observer::default(), store: None };
    let verdict = engine.solve(&mut terms, &problem, &mut statistics, &stop);
    assert!(confirm::holds(&mut terms, &problem, &verdict, &stop));
    let Verdict::Derivable(derivation) = verdict else { panic!("{verdict:?}") };
    (derivation, statistics)
}

/// `y` is 3000 in the end, and what `z` was before the last pass is `y - 1`; `w` is any number at least 7 from then on.
const COUNTER: &str = "(declare-fun P (Int Int Int Int) Bool)
    (assert (forall ((x Int)) (=> (not (= x 1)) (P x 0 0 0))))
    (assert (forall ((x Int) (y Int) (z Int) (w Int) (v Int))
        (=> (and (P x y z w) (not (= x 1)) (>= v 7)) (P (- x 1) (+ y 1) y v))))
    (assert (forall ((z Int) (w Int)) (=> (P 1 3000 z w) false)))";

#[test]
fn a_counting_loop_is_passed_many_times_in_one_step() {
    let (derivation, statistics) = derivation(COUNTER, Features::default());
    assert_eq!(derivation.steps.len(), 3002);
    assert!(statistics.count("la-bound") <= Some(2));
}

#[test]
fn high_bounds_grow_faster_than_one_by_one() {
    let text = COUNTER.replace("3000", "60");
    let slow = Features { strides: false, accelerate: false, ..Features::default() };
    assert_eq!(derivation(&text, slow).1.count("la-bound"), Some(60));
    let (derivation, statistics) = derivation(&text, Features { strides: true, ..slow });
    assert_eq!(derivation.steps.len(), 62);
    assert_eq!(statistics.count("la-bound"), Some(62), "60 and 61 are left out");
}

#[test]
fn a_loop_that_no_sum_describes_is_left_as_it_is() {
    for step in ["(* 2 x)", "(mod x 7)", "(ite (= x 3) 0 (+ x 1))"] {
        let (mut terms, problem) = problem(&format!(
            "(declare-fun P (Int) Bool) (assert (P 1))
             (assert (forall ((x Int)) (=> (P x) (P {step}))))"
        ));
        assert!(Accelerated::new(&mut terms, &problem).is_none(), "{step}");
    }
}

#[test]
fn a_call_that_was_answered_before_is_not_expanded_again() {
    const DEPTH: usize = 6;
    let mut text = String::from(
        "(declare-fun p0 (Int Int) Bool)
         (assert (forall ((x Int)) (p0 x (+ x 1)))) (assert (forall ((x Int)) (p0 x x)))",
    );
    for (below, k) in (1..=DEPTH).enumerate() {
        text += &format!(
            "(declare-fun p{k} (Int Int) Bool)
             (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p{below} x y) (p{below} y z)) (p{k} x z))))"
        );
    }
    text += &format!("(assert (forall ((x Int)) (=> (p{DEPTH} x x) false)))");
    let resolutions = |reached, pdr| {
        let (_, statistics) = derivation(&text, Features { reached, pdr, turns: !pdr, ..Features::default() });
        statistics.count("la-resolutions").expect("resolutions are counted")
    };
    assert!(resolutions(true, false) < 4 * DEPTH as u64);
    assert!(resolutions(false, false) >= 1 << DEPTH);
    // A subgoal is asked again when one of its premises was reached.
    assert!(resolutions(true, true) < 8 * DEPTH as u64);
}

#[test]
fn a_deep_derivation_is_found_by_cubes() {
    let features = Features { accelerate: false, pdr: true, turns: false, ..Features::default() };
    let (derivation, statistics) = derivation(&COUNTER.replace("3000", "40"), features);
    assert_eq!(derivation.steps.len(), 42);
    // Each step is decided once on the way down, and once on the way up; what was refuted is asked again one level up.
    assert!(statistics.count("la-decisions") < Some(200), "{:?}", statistics.count("la-decisions"));
}

#[test]
fn the_paper_has_no_acceleration() {
    let features = Features::of(Mark::Final);
    assert!(!features.accelerate && !features.reached && !features.strides);
}

#[test]
fn a_running_way_takes_over_what_others_reached_and_learns_by_itself() {
    let (mut terms, problem) = problem(&COUNTER.replace("3000", "5"));
    let (store, stop, mut other) = (Store::new(&terms, &problem), Stop::new(), terms.clone());
    let task = Task { problem: &problem, accelerated: None, limits: SmtConfig::default(), store: None, stop: &stop };
    let features = Features { accelerate: false, ..Features::default() };
    let mut way = Way::new(&mut terms, task, features);
    way.exchange(&mut terms, &store);
    assert!(way.annotation.reached().steps().is_empty());

    let mut teller = Way::new(&mut other, task, features);
    let pred = PredId(0);
    let [y, z] = [1, 2].map(|at| other.var_term(teller.annotation.lemmas().params(pred)[at]));
    let invariant = other.le(z, y);
    teller.annotation.add_invariant(&mut other, pred, invariant);
    teller.advance(&mut other, None, &Observer::default(), u32::MAX);
    teller.exchange(&mut other, &store);
    way.exchange(&mut terms, &store);
    assert_eq!(store.len(), 1);
    assert_eq!(way.annotation.lemmas().at(pred, FOREVER).count(), 0);
    assert!(way.annotation.reached().steps().len() >= 5, "the facts on the way to the goal");
    let Some(Verdict::Derivable(_)) = teller.verdict else { panic!("the goal was reached") };
}
