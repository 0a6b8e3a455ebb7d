//! The paper's example, restriction languages, and the covering relation by itself.

use super::*;
use crate::engine::confirm;
use alphorn_logic::{
    horn::{PredId, testing::problem},
    term::Op,
};
use alphorn_run::limit::with_limit;
use std::time::Duration;

const LOCK: &str = include_str!("../../../../../benchmarks/papers/cav06/lock-safe.smt2");
const LOCK_PATHS: &str = include_str!("../../../../../benchmarks/papers/cav06/lock-paths-safe.smt2");

/// Checks the vertices of predicates with their labels, after a run that must end with a solution.
fn labels(text: &str, check: impl Fn(&Unwinding, &[(String, InstanceId, String)])) {
    let (mut terms, problem) = problem(text);
    let mut unwind = Unwind::new(&mut terms, &problem, &Refinement::Interpolants(Learning::default()), &Stop::new());
    assert!(unwind.run(&mut terms, Teller::new(None)).is_ok(), "there is a solution");
    let unwinding = &unwind.unwinding;
    let vertices = unwinding.instances.ids().filter_map(|vertex| {
        let name = problem.name(&terms, unwinding.instances.pred(vertex)?).to_string();
        Some((name, vertex, terms.display(unwinding.label(vertex))))
    });
    let vertices: Vec<_> = vertices.collect();
    check(unwinding, &vertices);
}

#[test]
fn figure_2_labels() {
    labels(LOCK_PATHS, |_, vertices| {
        let found: Vec<(&str, &str)> = vertices.iter().map(|(name, _, label)| (&name[..], &label[..])).collect();
        let free = "(= x0 0)";
        for (vertex, label) in [("vertex1", free), ("vertex3", "true"), ("vertex4", free), ("vertex5", free)] {
            assert!(found.contains(&(vertex, label)), "{vertex}: {found:?}");
        }
        for error in ["vertex2_error", "vertex6_error"] {
            assert!(!found.contains(&(error, "true")), "{found:?}");
        }
    });
}

#[test]
fn figure_2_covers() {
    labels(LOCK, |unwinding, vertices| {
        let of = |name: &str| vertices.iter().filter(|(n, ..)| n == name).cloned().collect::<Vec<_>>();
        // Vertices 1, 5 and 9 of the figure.
        let top = of("loop");
        let labels: Vec<&str> = top.iter().map(|(_, _, label)| &label[..]).collect();
        assert_eq!(labels, ["(= x0 0)", "(= x0 0)", "false"]);
        assert_eq!(unwinding.coverer(top[1].1), Some(top[0].1));
        assert!(!unwinding.is_covered(top[0].1) && unwinding.is_covered(top[2].1));
        // Only L = 0 and old = new are used, and not more of them than is needed.
        let test: Vec<String> = of("loop_test").into_iter().map(|(_, _, label)| label).collect();
        assert_eq!(test, ["(= x0 0)", "(= (+ x1 (* (- 1) x2)) 0)"]);
    });
}

/// Counts up, then down. Each path is refuted by the numbers that it has, the invariant is `x = y`.
const UP_AND_DOWN: &str = "(declare-fun P (Int Int) Bool) (declare-fun Q (Int Int) Bool) (assert (P 0 0))
    (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
    (assert (forall ((x Int) (y Int)) (=> (P x y) (Q x y))))
    (assert (forall ((x Int) (y Int)) (=> (and (Q x y) (not (= x 0))) (Q (- x 1) (- y 1)))))
    (assert (forall ((x Int) (y Int)) (=> (and (Q x y) (= x 0) (not (= y 0))) false)))";

#[test]
fn a_restriction_language_ends_divergence() {
    let run = |restriction, limit| {
        let (mut terms, problem) = problem(UP_AND_DOWN);
        let (mut statistics, stop) = (Statistics::default(), Stop::new());
        // From the root the invariant is found without a language.
        let learning = Learning { restriction, root: false, ..Learning::default() };
        let engine = Lawi { refinement: Refinement::Interpolants(learning), store: None };
        let verdict = with_limit(limit, &stop, || engine.solve(&mut terms, &problem, &mut statistics, &stop));
        let holds = confirm::holds(&mut terms, &problem, &verdict, &Stop::new());
        (holds, statistics)
    };
    let (holds, statistics) = run(true, None);
    assert!(holds);
    assert_eq!(statistics.count("lawi-language"), Some(0), "the first language has the invariant");
    assert!(statistics.count("lawi-forced-covers") > Some(0), "what is stronger than needed is covered by force");
    let vertices = statistics.count("lawi-vertices");
    let (holds, statistics) = run(false, Some(Duration::from_secs(2)));
    assert!(!holds && statistics.count("lawi-vertices") > vertices, "{statistics}");
}

/// `y = 2x`, which has a coefficient that the first language does not have.
const DOUBLE: &str = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
    (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 2)))))
    (assert (forall ((x Int) (y Int)) (=> (and (P x y) (not (= y (+ x x)))) false)))";

#[test]
fn the_language_grows_where_a_path_has_no_interpolant_in_it() {
    let (mut terms, problem) = problem(DOUBLE);
    let (mut statistics, stop) = (Statistics::default(), Stop::new());
    let engine = Lawi { refinement: Refinement::Interpolants(Learning::default()), store: None };
    let verdict = engine.solve(&mut terms, &problem, &mut statistics, &stop);
    assert!(matches!(verdict, Verdict::Solved(_)) && confirm::holds(&mut terms, &problem, &verdict, &stop));
    assert_eq!(statistics.count("lawi-language"), Some(1));
}

/// A path that contradicts itself in `x` and, by a step of its own, in `y`.
const TWO_REASONS: &str = "(declare-fun A (Int Int) Bool) (declare-fun B (Int Int) Bool) (declare-fun C (Int Int) Bool)
    (assert (A 0 0))
    (assert (forall ((x Int) (y Int)) (=> (A x y) (B x (+ y 1)))))
    (assert (forall ((x Int) (y Int)) (=> (B x y) (C x y))))
    (assert (forall ((x Int) (y Int)) (=> (and (C x y) (not (= x 0)) (not (= y 1))) false)))";

#[test]
fn a_sliced_path_has_no_facts_of_a_step_that_its_refutation_does_not_use() {
    // Of the whole path, interpolants would speak of y.
    labels(TWO_REASONS, |_, vertices| {
        let labels: Vec<&str> = vertices.iter().map(|(_, _, label)| &label[..]).collect();
        assert_eq!(labels, ["(= x0 0)"; 3]);
    });
}

fn search() -> Refinement {
    Refinement::Search { features: Features::default(), observer: Observer::default() }
}

/// A loop in which two numbers grow together.
const TWINS: &str = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
    (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 1)))))
    (assert (forall ((x Int) (y Int)) (=> (and (P x y) (not (= x y))) false)))";

#[test]
fn lazy_annotation_converges_by_covering() {
    let (mut terms, problem) = problem(TWINS);
    let mut unwind = Unwind::new(&mut terms, &problem, &search(), &Stop::new());
    assert!(unwind.run(&mut terms, Teller::new(None)).is_ok(), "there is a solution");
    let unwinding = &mut unwind.unwinding;
    let pred = PredId(0);
    let [first, second] = unwinding.instances.of(pred)[..] else { panic!("two instances") };
    assert_eq!(unwinding.coverer(second), Some(first), "what the search learned of the first holds of the second");
    let [x, y] = [0, 1].map(|at| terms.var_term(unwinding.instances.params().of(pred)[at]));
    let (label, equal) = (unwinding.label(first), terms.eq(x, y));
    assert!(unwinding.entailment.entails(&mut terms, label, equal));
    let mut statistics = Statistics::default();
    unwind.count(&mut statistics);
    assert!(statistics.count("la-resolutions") > Some(0) && statistics.count("lawi-covers") > Some(0), "{statistics}");
}

/// A loop with a bound.
const BOUNDED: &str = "(declare-fun P (Int) Bool) (assert (P 0))
    (assert (forall ((x Int)) (=> (and (P x) (< x 20)) (P (+ x 1)))))
    (assert (forall ((x Int)) (=> (and (P x) (> x 20)) false)))";

#[test]
fn what_is_learned_of_an_instance_is_what_the_loop_preserves() {
    // Of the first instance alone, that it is not positive would do, of the second that it is at most 1, and so on.
    let (mut terms, problem) = problem(BOUNDED);
    let mut unwind = Unwind::new(&mut terms, &problem, &search(), &Stop::new());
    assert!(unwind.run(&mut terms, Teller::new(None)).is_ok(), "there is a solution");
    assert_eq!(unwind.unwinding.instances.of(PredId(0)).len(), 2);
}

#[test]
fn a_derivation_on_the_instance_graph_is_one_of_the_problem() {
    // The second premise of the goal is needed only where y is not 7.
    let (mut terms, problem) = problem(
        "(declare-fun P (Int) Bool) (declare-fun Q (Int) Bool) (assert (P 0))
         (assert (forall ((x Int) (y Int)) (=> (and (P x) (P y)) (P (+ x y 1)))))
         (assert (forall ((x Int) (y Int)) (=> (and (P x) (> x 4) (or (= y 7) (Q y))) false)))
         (assert (forall ((x Int)) (=> (Q x) (Q x))))",
    );
    let (mut statistics, stop) = (Statistics::default(), Stop::new());
    let verdict = Lawi { refinement: search(), store: None }.solve(&mut terms, &problem, &mut statistics, &stop);
    assert!(matches!(verdict, Verdict::Derivable(_)), "{verdict:?}");
    assert!(confirm::holds(&mut terms, &problem, &verdict, &stop));
}

/// A counter with two starts.
const COUNTER: &str = "(declare-fun P (Int) Bool)
    (assert (forall ((x Int)) (=> (= x 0) (P x))))
    (assert (forall ((x Int)) (=> (>= x 5) (P x))))
    (assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))";

/// An unwinding of the counter with nothing but its two starts.
fn started<'p>(terms: &mut Terms, problem: &'p Problem) -> (Unwinding<'p>, [InstanceId; 2]) {
    let mut unwinding = Unwinding::new(terms, problem, &Smt::new(SmtConfig::default(), &Stop::new()));
    let starts = unwinding.instances.initial().into_iter().map(|fact| unwinding.add(terms, fact));
    let starts = starts.collect::<Vec<_>>().try_into().expect("two facts");
    (unwinding, starts)
}

/// Adds the successor of a vertex.
fn below(unwinding: &mut Unwinding, terms: &mut Terms, vertex: InstanceId) -> InstanceId {
    let application = unwinding.instances.applications(vertex, |_| true).remove(0);
    unwinding.add(terms, application)
}

#[test]
fn covered_vertices_cover_nothing() {
    let (mut terms, problem) = problem(COUNTER);
    let (mut unwinding, [first, second]) = started(&mut terms, &problem);
    let (child, other) = (below(&mut unwinding, &mut terms, second), below(&mut unwinding, &mut terms, first));
    let x = terms.var_term(unwinding.instances.params().of(PredId(0))[0]);
    let numbers = [0, 6, 7, 50].map(|n| terms.int(n));
    let [zero, six, seven] = [0, 1, 2].map(|n| numbers[n]);
    let facts = [
        (first, terms.eq(x, zero)),
        (second, terms.le(x, numbers[3])),
        (child, terms.app(Op::Ge, [x, six])),
        (other, terms.app(Op::Ge, [x, seven])),
    ];
    assert_eq!(unwinding.strengthen(&mut terms, &facts), [first, second, child, other]);
    assert!(unwinding.close(&mut terms, other) && unwinding.coverer(other) == Some(child));
    let stronger = (second, facts[0].1);
    assert_eq!(unwinding.strengthen(&mut terms, &[stronger]), [second]);
    assert!(unwinding.close(&mut terms, second) && unwinding.coverer(second) == Some(first));
    assert!(unwinding.is_covered(child), "its ancestor is");
    assert!(!unwinding.is_covered(other), "what covered it is covered now");
}

#[test]
fn only_older_vertices_cover() {
    let (mut terms, problem) = problem(COUNTER);
    let (mut unwinding, [older, younger]) = started(&mut terms, &problem);
    let x = terms.var_term(unwinding.instances.params().of(PredId(0))[0]);
    let zero = terms.int(0);
    let fact = terms.eq(x, zero);
    unwinding.strengthen(&mut terms, &[(older, fact)]);
    let [stronger, weaker] = [older, younger].map(|vertex| unwinding.label(vertex));
    assert!(unwinding.entailment.entails(&mut terms, stronger, weaker));
    assert!(!unwinding.close(&mut terms, older), "the younger vertex must not cover");
    unwinding.strengthen(&mut terms, &[(younger, fact)]);
    assert!(!unwinding.close(&mut terms, older), "nor when both say the same");
    assert!(unwinding.close(&mut terms, younger) && unwinding.coverer(younger) == Some(older));
}

#[test]
fn what_is_below_a_dead_vertex_stays_covered() {
    let (mut terms, problem) = problem(COUNTER);
    let (mut unwinding, [first, dead]) = started(&mut terms, &problem);
    let [under, other] = [dead, first].map(|parent| below(&mut unwinding, &mut terms, parent));
    let bottom = terms.bottom();
    assert_eq!(unwinding.strengthen(&mut terms, &[(dead, bottom)]), [dead]);
    assert!(unwinding.close(&mut terms, other) && unwinding.coverer(other) == Some(first));
    assert!(unwinding.is_covered(dead) && unwinding.is_covered(under), "no matter what else is covered");
}

#[test]
fn a_stronger_vertex_no_longer_covers() {
    let (mut terms, problem) = problem(COUNTER);
    let (mut unwinding, roots) = started(&mut terms, &problem);
    assert!(unwinding.close(&mut terms, roots[1]), "true entails true");
    let x = terms.var_term(unwinding.instances.params().of(PredId(0))[0]);
    let zero = terms.int(0);
    let fact = terms.eq(x, zero);
    unwinding.strengthen(&mut terms, &[(roots[0], fact)]);
    assert!(!unwinding.is_covered(roots[1]) && !unwinding.close(&mut terms, roots[1]));
}

/// The unwinding of a counter from 0, two steps long, with the label `x ≥ number` where there is a number.
fn chain<'p>(terms: &mut Terms, problem: &'p Problem, labels: [Option<i32>; 3]) -> (Unwind<'p>, [InstanceId; 3]) {
    let mut unwind = Unwind::new(terms, problem, &Refinement::Interpolants(Learning::default()), &Stop::new());
    let unwinding = &mut unwind.unwinding;
    let start = unwinding.instances.initial().remove(0);
    let start = unwinding.add(terms, start);
    let next = below(unwinding, terms, start);
    let vertices = [start, next, below(unwinding, terms, next)];
    let x = terms.var_term(unwinding.instances.params().of(PredId(0))[0]);
    for (vertex, number) in vertices.into_iter().zip(labels) {
        let Some(number) = number else { continue };
        let number = terms.int(number);
        let fact = terms.app(Op::Ge, [x, number]);
        unwinding.strengthen(terms, &[(vertex, fact)]);
    }
    vertices[..2].iter().for_each(|&vertex| unwinding.set_expanded(vertex));
    (unwind, vertices)
}

const ONE_START: &str = "(declare-fun P (Int) Bool) (assert (P 0)) (assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))";

#[test]
fn nothing_is_expanded_before_its_ancestors_are_closed() {
    let (mut terms, problem) = problem(ONE_START);
    let (mut unwind, [start, next, last]) = chain(&mut terms, &problem, [Some(0), Some(0), None]);
    assert_eq!(unwind.uncovered_leaf(&mut terms), None, "the vertex above it can be covered");
    assert_eq!(unwind.unwinding.coverer(next), Some(start));
    assert!(unwind.unwinding.is_covered(last) && unwind.unwinding.coverer(last).is_none());
    let (mut unwind, [.., last]) = chain(&mut terms, &problem, [Some(0), Some(-1), None]);
    assert_eq!(unwind.uncovered_leaf(&mut terms), Some(last));
}

#[test]
fn a_cover_is_forced_from_the_nearest_common_ancestor() {
    let (mut terms, problem) = problem(ONE_START);
    let (mut unwind, [start, next, last]) = chain(&mut terms, &problem, [None, Some(1), None]);
    assert!(unwind.force_cover(&mut terms, last));
    assert_eq!((unwind.counters.forced, unwind.counters.force_tries), (1, 1));
    let labels = [start, next, last].map(|vertex| terms.display(unwind.unwinding.label(vertex)));
    assert_eq!(labels[..2], ["true", "(>= x0 1)"], "only what is below the common ancestor is strengthened");
    assert_ne!(labels[2], "true");
}
