use super::*;
use crate::{converge::Caps, unwind::FOREVER};
use alphorn_logic::horn::testing::problem;

/// What the pre-analysis finds, one line a predicate.
fn found(script: &str, config: Config) -> Vec<String> {
    let (mut terms, problem) = problem(script);
    let stop = Stop::new();
    let mut annotation = Annotation::new(&mut terms, &problem, &stop);
    let mut seeder = Seeder::new(&config, &problem, annotation.solver(), &stop);
    seeder.run(&mut terms, &mut annotation);
    let counters = seeder.counters();
    let lemmas = annotation.lemmas();
    let facts = counters.equations + counters.values + counters.congruences + counters.bounds;
    assert_eq!(facts, lemmas.ids().len() as u64);
    let facts = |pred| lemmas.at(pred, FOREVER).map(|lemma| terms.display(lemma.clause)).collect::<Vec<_>>().join(" ");
    problem.pred_ids().map(|pred| format!("{}: {}", problem.name(&terms, pred), facts(pred))).collect()
}

/// What products add to that, where they refute the goals.
fn closed(script: &str, config: Config) -> Vec<String> {
    let (mut terms, problem) = problem(script);
    let stop = Stop::new();
    let mut annotation = Annotation::new(&mut terms, &problem, &stop);
    let mut seeder = Seeder::new(&config, &problem, annotation.solver(), &stop);
    seeder.run(&mut terms, &mut annotation);
    let before = annotation.lemmas().ids().len();
    seeder.close(&mut terms, &mut annotation);
    let lemmas = annotation.lemmas();
    assert_eq!(seeder.counters().products, (lemmas.ids().len() - before) as u64);
    lemmas.ids().skip(before).map(|id| terms.display(lemmas.get(id).clause)).collect()
}

/// Without bounds and sets of values.
fn hulls() -> Config {
    Config { bound_columns: 0, value_sets: false, ..Config::default() }
}

const TWO_LOOPS: &str = "
    (declare-fun p (Int Int Int) Bool) (declare-fun q (Int Int Int) Bool)
    (assert (forall ((n Int)) (=> (> n 0) (p 0 0 n))))
    (assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (< y n)) (p (+ x 1) (+ y 1) n))))
    (assert (forall ((x Int) (y Int) (n Int)) (=> (and (p x y n) (>= y n)) (q x 0 n))))
    (assert (forall ((x Int) (y Int) (n Int)) (=> (and (q x y n) (< y n)) (q (+ x 2) (+ y 1) n))))
    (assert (forall ((x Int) (y Int) (n Int)) (=> (and (q x y n) (>= y n) (distinct x (* 3 n))) false)))";

#[test]
fn hulls_of_a_later_loop_need_the_bounds_of_the_loop_before() {
    assert_eq!(found(TWO_LOOPS, hulls()), ["p: (= (+ x0 (* (- 1) x1)) 0)", "q: "]);
    let all = found(TWO_LOOPS, Config::default());
    assert!(all[0].contains("(<= (+ x0 (* (- 1) x2)) 0)"), "{all:?}");
    assert!(all[1].starts_with("q: (= (+ x0 (* (- 2) x1) (* (- 1) x2)) 0)"), "{all:?}");
}

#[test]
fn lattices_of_several_premises() {
    let script = "
        (declare-fun p (Int Int) Bool)
        (assert (p 3 1)) (assert (p 9 (- 1)))
        (assert (forall ((x Int) (y Int) (u Int) (v Int)) (=> (and (p x y) (p u v)) (p (+ x u x) (+ y v v)))))
        (assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 4)) false)))";
    assert_eq!(found(script, hulls()), ["p: (= (mod x0 6) 3) (= (mod x1 2) 1)"]);
}

#[test]
fn truth_values_are_zero_and_one() {
    let script = "
        (declare-fun p (Bool Bool Real Bool) Bool)
        (assert (forall ((b Bool)) (p b (not b) (ite b 1.5 0.5) true)))
        (assert (forall ((b Bool) (c Bool) (r Real) (d Bool)) (=> (p b c r d) (p c b (- 2.0 r) d))))";
    let all = found(script, hulls());
    assert_eq!(all, ["p: (not (= x0 x1)) (= (+ x2 (* (- 1.0) (ite x0 1.0 0.0))) (/ 1.0 2.0)) x3"]);
}

#[test]
fn what_nothing_derives_is_false_and_what_is_no_number_is_left_alone() {
    let script = "
        (declare-fun p (Int (Array Int Int)) Bool) (declare-fun q (Int) Bool)
        (assert (forall ((x Int) (a (Array Int Int))) (=> (= x 7) (p x a))))
        (assert (forall ((x Int) (a (Array Int Int))) (=> (p x a) (p x (store a x 1)))))
        (assert (forall ((x Int) (a (Array Int Int))) (=> (and (p x a) (< x 7)) (q x))))
        (assert (forall ((x Int)) (=> (q x) (q (+ x 1)))))
        (assert (forall ((x Int)) (=> (q x) false)))";
    assert_eq!(found(script, Config::default()), ["p: (= x0 7)", "q: false"]);
}

#[test]
fn what_has_no_loop_is_left_to_the_search() {
    let script = "
        (declare-fun p (Int) Bool) (declare-fun q (Int) Bool) (declare-fun r (Int) Bool)
        (assert (p 1))
        (assert (forall ((x Int)) (=> (p x) (q x))))
        (assert (forall ((x Int)) (=> (q x) (q (+ x 2)))))
        (assert (forall ((x Int)) (=> (q x) (r x))))
        (assert (forall ((x Int)) (=> (and (r x) (= x 6)) false)))";
    assert_eq!(found(script, Config::default()), ["p: (= x0 1)", "q: (>= x0 1) (= (mod x0 2) 1)", "r: "]);
}

/// So many calls.
fn within(calls: u64) -> Config {
    let config = Config::default();
    Config { caps: Caps { calls, ..config.caps }, ..config }
}

#[test]
fn nothing_unproved_is_kept_when_the_calls_end() {
    let whole = found(TWO_LOOPS, Config::default());
    for calls in [1, 5, 20, 40, 60] {
        let part = found(TWO_LOOPS, within(calls));
        for (part, whole) in part.iter().zip(&whole) {
            assert!(whole.starts_with(part.as_str()), "{calls} calls gave {part}, all gave {whole}");
        }
    }
    assert_eq!(found(TWO_LOOPS, within(2)), ["p: ", "q: "]);
}

#[test]
fn bounds_make_hulls_smaller() {
    // `2·n = i + j` is only inductive where `j` is 0 or 1.
    let script = "
        (declare-fun p (Int Int Int) Bool)
        (assert (p 0 0 0))
        (assert (forall ((i Int) (j Int) (n Int)) (=> (p i j n) (p (+ i 1) (ite (= j 0) 1 0) (ite (= j 0) (+ n 1) n)))))
        (assert (forall ((i Int) (j Int) (n Int)) (=> (and (p i j n) (= i 90) (distinct n 45)) false)))";
    assert_eq!(found(script, hulls()), ["p: "]);
    let all = found(script, Config::default());
    assert!(all[0].contains("(= (+ x0 x1 (* (- 2) x2)) 0)"), "{all:?}");
}

#[test]
fn the_bounds_of_a_guard_are_tried_however_far_away() {
    let script = "
        (declare-fun p (Int Int) Bool)
        (assert (forall ((n Int)) (=> (> n 70) (p 0 n))))
        (assert (forall ((i Int) (n Int)) (=> (and (p i n) (< (* 3 i) n)) (p (+ i 1) n))))
        (assert (forall ((i Int) (n Int)) (=> (and (p i n) (> (* 3 i) (+ n 2))) false)))";
    let all = found(script, Config::default());
    assert!(all[0].contains("(<= (+ (* 3 x0) (* (- 1) x1)) 2)"), "{all:?}");
}

/// `p` adds up the numbers to `k`; `q` takes them away again, and one less each time.
const SUMS: &str = "
    (declare-fun p (Int Int) Bool) (declare-fun q (Int Int) Bool)
    (assert (p 0 0))
    (assert (forall ((k Int) (s Int)) (=> (p k s) (p (+ k 1) (+ s k 1)))))
    (assert (forall ((k Int) (s Int)) (=> (and (p k s) (> k 0)) (q k (+ s 1)))))
    (assert (forall ((k Int) (s Int)) (=> (and (q k s) (> s 0)) (q (- k 1) (- s (- k 1))))))";

#[test]
fn products_are_kept_where_they_prove_the_goals() {
    let goal = "(assert (forall ((k Int) (s Int)) (=> (and (q k s) (<= s 0) (>= k 0)) false)))";
    let products = closed(&format!("{SUMS}{goal}"), Config::default());
    assert!(products[0].contains("(* x0 x0)") && products.len() >= 2, "{products:?}");
    let other = "(assert (forall ((k Int) (s Int)) (=> (and (q k s) (= s 12)) false)))";
    assert_eq!(closed(&format!("{SUMS}{other}"), Config::default()), [""; 0]);
    let narrow = Config { product_columns: 1, ..Config::default() };
    assert_eq!(closed(&format!("{SUMS}{goal}"), narrow), [""; 0]);
}

#[test]
fn few_values_are_listed() {
    let script = "
        (declare-fun p (Int Int) Bool)
        (assert (p 7 0))
        (assert (forall ((s Int) (n Int)) (=> (and (p s n) (= s 7)) (p 9 (+ n 1)))))
        (assert (forall ((s Int) (n Int)) (=> (and (p s n) (= s 9)) (p 7 (+ n 5)))))
        (assert (forall ((s Int) (n Int)) (=> (and (p s n) (= s 8)) false)))";
    let all = found(script, Config { bound_columns: 0, ..Config::default() });
    assert!(all[0].contains("(or (= x0 7) (= x0 9))"), "{all:?}");
}
