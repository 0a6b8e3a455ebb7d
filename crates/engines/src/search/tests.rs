use super::*;
use crate::converge;
use alphorn_interpolate::Config;
use alphorn_logic::{horn::testing::problem, term::Op};
use alphorn_run::stop::Stop;

const SCRIPT: &str = "
    (declare-fun p (Int Int) Bool)
    (assert (p 0 0))
    (assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y x)))))
    (assert (forall ((x Int) (y Int)) (=> (and (p x y) (< y 0)) false)))";

#[test]
fn a_search_pauses_when_its_turn_is_over_and_keeps_what_it_learned() {
    for by_cubes in [false, true] {
        let (mut terms, problem) = problem(SCRIPT);
        let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
        let (mut interpolator, mut counters) = (Interpolator::new(Config::default()), Counters::default());
        let observer = Observer::default();
        let mut run = |annotation: &mut Annotation, work| {
            let turn = Turn::new(annotation, work);
            let setting = Setting { features: Features::default(), observer: &observer, turn };
            let found = match by_cubes {
                false => Search::new(&mut terms, annotation, &mut interpolator, &mut counters, setting, 2).run(),
                true => CubeSearch::new(&mut terms, annotation, &mut interpolator, &mut counters, setting, 2).run(),
            };
            (found, annotation.lemmas().ids().len())
        };
        let (found, learned) = run(&mut annotation, 0);
        assert!(matches!(found, Found::Paused) && learned == 1, "{learned} lemmas");
        let (found, learned) = run(&mut annotation, u32::MAX);
        assert!(matches!(found, Found::Refuted) && learned > 1, "{learned} lemmas");
    }
}

#[test]
fn what_holds_for_ever_is_adopted_and_a_product_changes_the_solvers() {
    let (mut terms, problem) = problem(SCRIPT);
    let mut first = Annotation::new(&mut terms, &problem, &Stop::new());
    let mut second = Annotation::new(&mut terms, &problem, &Stop::new());
    let pred = alphorn_logic::horn::PredId(0);
    let [x, y] = [0, 1].map(|at| terms.var_term(first.lemmas().params(pred)[at]));
    let (zero, two) = (terms.int(0), terms.int(2));
    let positive = terms.le(zero, x);
    first.add_invariant(&mut terms, pred, positive);
    second.adopt(&mut terms, &first);
    assert!(second.lemmas().ids().len() == 1 && second.config().older_simplex);
    // y is the sum of all numbers below x.
    let (square, double) = (terms.app(Op::Mul, [x, x]), terms.app(Op::Mul, [two, y]));
    let sum = terms.app(Op::Add, [double, x]);
    let product = terms.eq(square, sum);
    first.add_invariant(&mut terms, pred, product);
    second.adopt(&mut terms, &first);
    assert!(second.lemmas().ids().len() == 2 && !second.config().older_simplex);
}

#[test]
fn whether_a_clause_lasts_is_asked_with_the_clause_itself_known() {
    let (mut terms, problem) = problem(SCRIPT);
    let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
    let pred = alphorn_logic::horn::PredId(0);
    let [x, y] = [0, 1].map(|at| terms.var_term(annotation.lemmas().params(pred)[at]));
    let zero = terms.int(0);
    // Nothing is known of the level below but the clause: x grows, y grows only where x is not negative.
    let (grows, sum) = (terms.le(zero, x), terms.le(zero, y));
    assert!(annotation.lasts(&mut terms, pred, 0, grows));
    assert!(!annotation.lasts(&mut terms, pred, 0, sum));
}

#[test]
fn what_only_makes_a_lemma_better_may_not_be_hard() {
    // Fourteen pigeons in thirteen holes: the second rule derives nothing, but that is hard to see.
    let pigeons: Vec<String> = (0..14).map(|i| format!("a{i}")).collect();
    let declared: String = pigeons.iter().map(|a| format!("({a} Int)")).collect();
    let holes: String = pigeons.iter().map(|a| format!("(<= 0 {a} 12)")).collect();
    let all = pigeons.join(" ");
    let (mut terms, problem) = problem(&format!(
        "(declare-fun p (Int) Bool) (assert (p 0))
         (assert (forall ((x Int) {declared}) (=> (and (p x) {holes} (distinct {all})) (p (+ x 1)))))"
    ));
    let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
    let pred = alphorn_logic::horn::PredId(0);
    let (x, zero) = (terms.var_term(annotation.lemmas().params(pred)[0]), terms.int(0));
    let clause = terms.le(x, zero);
    assert!(!annotation.lasts(&mut terms, pred, 0, clause), "it does, but nobody waits for the proof");
    let cube = vec![terms.not(clause), terms.eq(x, zero)];
    assert_eq!(annotation.generalise(&mut terms, pred, 1, cube.clone(), true), cube);
}

/// One search with all of the paper's features: what it found, what it did, and for each lemma its predicate and clause.
fn trace(text: &str, bound: u32) -> (Found, Counters, Vec<(String, String)>, Option<u32>) {
    let (mut terms, problem) = problem(text);
    let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
    let (mut interpolator, mut counters) = (Interpolator::new(Config::default()), Counters::default());
    let (features, observer) = (Features::of(Mark::Final), Observer::default());
    let setting = Setting { features, observer: &observer, turn: Turn::new(&annotation, u32::MAX) };
    let found = Search::new(&mut terms, &mut annotation, &mut interpolator, &mut counters, setting, bound).run();
    let fixed = converge::push(&mut terms, &mut annotation, bound, false);
    let all = annotation.lemmas().ids().map(|id| annotation.lemmas().get(id));
    let lemmas = all.map(|lemma| (annotation.name(&terms, lemma.pred).to_owned(), terms.display(lemma.clause)));
    (found, counters, lemmas.collect(), fixed)
}

/// Section 9.1 of the study of Duality: one instance of `R` is enough, since what refutes the goal is inductive.
#[test]
fn a_simple_loop_is_proved_with_a_single_instance() {
    let (found, counters, lemmas, fixed) = trace(
        "(declare-fun R (Int Int) Bool)
         (assert (R 0 0))
         (assert (forall ((x Int) (y Int)) (=> (R x y) (R (+ x 1) (+ y 1)))))
         (assert (forall ((x Int) (y Int)) (=> (R x y) (= x y))))",
        0,
    );
    assert!(matches!(found, Found::Refuted));
    assert_eq!(fixed, Some(0), "{lemmas:?}");
    assert!(counters.conflicts <= 2, "{counters:?}");
    assert!(!lemmas.is_empty() && lemmas.iter().all(|(pred, _)| pred == "R"));
}

/// Section 9.3: the last premise is expanded first, and takes no part in the conflict of the first one.
#[test]
fn a_conflict_jumps_back_over_what_took_no_part_in_it() {
    let (found, counters, lemmas, _) = trace(
        "(declare-fun S (Int) Bool) (declare-fun Q (Int) Bool)
         (assert (forall ((b Int)) (=> (>= b 5) (S b))))
         (assert (forall ((a Int)) (=> (>= a 1) (Q a))))
         (assert (forall ((a Int) (b Int)) (=> (and (S b) (Q a) (< b 0) (> a 7)) false)))",
        0,
    );
    assert!(matches!(found, Found::Refuted));
    assert_eq!((counters.conflicts, counters.back_jumps, counters.longest_jump), (1, 1, 1));
    assert!(lemmas.len() == 1 && lemmas[0].0 == "S", "{lemmas:?}");
}

/// Section 9.4: what is learned at one copy of an instance strengthens the other at once.
#[test]
fn a_lemma_strengthens_every_copy_of_its_instance() {
    let (found, counters, lemmas, _) = trace(
        "(declare-fun Q (Int Int) Bool)
         (assert (forall ((x Int)) (Q x (+ x 1))))
         (assert (forall ((x Int) (y Int) (z Int)) (=> (and (Q x y) (Q y z)) (> z (+ x 1)))))",
        0,
    );
    assert!(matches!(found, Found::Refuted));
    assert_eq!(lemmas.len(), 1, "{lemmas:?}");
    assert_eq!(counters.resolutions, 3, "the goal and each copy once");
}

/// x and y are counted up in any order; the search goes up to 3 back edges with one annotation.
fn repeated(features: Features) -> (u64, bool) {
    let (mut terms, problem) = problem(
        "(declare-fun p (Int Int) Bool)
         (assert (p 0 0))
         (assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) y))))
         (assert (forall ((x Int) (y Int)) (=> (p x y) (p x (+ y 1)))))
         (assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 1) (> y 0)) false)))",
    );
    let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
    let (mut interpolator, mut counters) = (Interpolator::new(Config::default()), Counters::default());
    let (observer, turn) = (Observer::default(), Turn::new(&annotation, u32::MAX));
    let mut found = Found::Paused;
    for bound in 0..4 {
        let setting = Setting { features, observer: &observer, turn };
        found = Search::new(&mut terms, &mut annotation, &mut interpolator, &mut counters, setting, bound).run();
    }
    (counters.repeated, matches!(found, Found::Derivation(_)))
}

#[test]
fn decisions_are_repeated_at_a_predicate_or_at_a_place() {
    let paper = Features::of(Mark::Final);
    let (none, found) = repeated(paper);
    assert!(none == 0 && found);
    let (by_pred, found) = repeated(Features { phases: true, ..paper });
    assert!(by_pred > 0 && found);
    let (by_place, found) = repeated(Features { preservation: true, ..paper });
    assert!(by_place > 0 && found);
    assert!(by_place <= by_pred, "a place is met once at a bound, a predicate more often");
}

/// What is decided of the goals when a lemma with two cases is known of `p`.
fn decided(goal: &str) -> Vec<String> {
    let (mut terms, problem) = problem(&format!(
        "(declare-fun p (Int Int) Bool)
         (assert (forall ((x Int) (y Int)) (=> (and (<= x 0) (or (< y 3) (> y 7))) (p x y))))
         (assert (forall ((a Int) (b Int) (c Int) (d Int)) (=> (and (p a b) {goal}) false)))"
    ));
    let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
    let pred = alphorn_logic::horn::PredId(0);
    let y = terms.var_term(annotation.lemmas().params(pred)[1]);
    let [three, seven] = [3, 7].map(|n| terms.int(n));
    let cases = [terms.lt(y, three), terms.lt(seven, y)];
    let lemma = terms.or(cases);
    annotation.add_invariant(&mut terms, pred, lemma);
    let (mut interpolator, mut counters) = (Interpolator::new(Config::default()), Counters::default());
    let (observer, turn) = (Observer::default(), Turn::new(&annotation, u32::MAX));
    let setting = Setting { features: Features::default(), observer: &observer, turn };
    let mut search = Search::new(&mut terms, &mut annotation, &mut interpolator, &mut counters, setting, 0);
    search.expand(Goal::ROOT);
    let assumptions = search.assumptions();
    assert_eq!(search.smt.check(search.terms, &assumptions), Outcome::Sat);
    assert!(search.decide().expect("a model").is_none());
    shown(search.terms, search.goal.decision(Goal::ROOT))
}

#[test]
fn how_lemmas_hold_is_decided_only_where_subgoals_meet() {
    let about_lemma = |literals: &[String]| literals.iter().any(|literal| literal.contains(['3', '7']));
    let alone = decided("(> a 0)");
    assert!(!about_lemma(&alone), "{alone:?}");
    let together = decided("(p c d) (> a c)");
    assert!(about_lemma(&together), "{together:?}");
}

#[test]
fn a_set_of_values_is_learned_only_where_it_excludes_what_was_refuted() {
    let (mut terms, problem) = problem(
        "(declare-fun p (Int Int) Bool)
         (assert (p 3 0))
         (assert (forall ((x Int) (y Int)) (=> (p x y) (p x (+ y 1)))))
         (assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 8640)) false)))",
    );
    let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
    let pred = alphorn_logic::horn::PredId(0);
    let [x, y] = [0, 1].map(|at| terms.var_term(annotation.lemmas().params(pred)[at]));
    let [zero, three, least, most] = [0, 3, 8640, 8641].map(|n| terms.int(n));
    // At level 0 x may be 8640 as far as is known. At level 1 it is not where y is 0, and by induction nowhere.
    let values = [terms.eq(x, three), terms.eq(x, least)];
    for clause in [terms.or(values), terms.le(zero, y)] {
        annotation.learn(&mut terms, Lemma { pred, clause, level: 0 }, 0);
    }
    let cube = vec![terms.le(least, x), terms.le(x, most), terms.le(y, zero)];
    let (mut interpolator, mut counters) = (Interpolator::new(Config::default()), Counters::default());
    let (observer, turn) = (Observer::default(), Turn::new(&annotation, u32::MAX));
    let setting = Setting { features: Features::default(), observer: &observer, turn };
    let mut search = Search::new(&mut terms, &mut annotation, &mut interpolator, &mut counters, setting, 1);
    let (formula, method) = search.separator().separate(pred, 1, cube.clone()).expect("the cube is refuted");
    let both = [&cube[..], &[formula]].concat();
    assert_eq!(search.scratch.check(search.terms, &both), Outcome::Unsat, "{method}");
}

/// x goes down, and so does not last what is refuted at level 0; the values from -3 on are asked one after the other.
fn methods(features: Features) -> Vec<(&'static str, String)> {
    let (mut terms, problem) = problem(
        "(declare-fun p (Int) Bool)
         (assert (p 0))
         (assert (forall ((x Int)) (=> (p x) (p (- x 1)))))
         (assert (forall ((x Int)) (=> (and (p x) (> x 0)) false)))",
    );
    let mut annotation = Annotation::new(&mut terms, &problem, &Stop::new());
    let pred = alphorn_logic::horn::PredId(0);
    let x = terms.var_term(annotation.lemmas().params(pred)[0]);
    let mut interpolator = Interpolator::new(Config::default());
    let mut separator =
        Separator { terms: &mut terms, annotation: &mut annotation, interpolator: &mut interpolator, features };
    let mut found = Vec::new();
    for value in [-3, -4, -5, -6, 4] {
        let value = separator.terms.int(value);
        let cube = vec![separator.terms.eq(x, value)];
        let (clause, method) = separator.separate(pred, 0, cube).expect("x is 0");
        found.push((method, separator.terms.display(clause)));
    }
    found
}

#[test]
fn a_half_of_an_equation_is_excluded_where_a_value_alone_does_not_last() {
    let found = methods(Features::default());
    let of = |at: usize| (found[at].0, found[at].1.as_str());
    assert_eq!(of(0), ("halves", "(not (<= x0 (- 3)))"), "it lasts no longer, but there is no -4 after -3");
    assert_eq!(of(2), ("farkas", "(>= x0 0)"), "of a family a half-space, if there is one");
    assert_eq!(of(3), ("halves", "(not (<= x0 (- 6)))"), "or halves, where none is looked for");
    assert_eq!(of(4), ("halves", "(not (>= x0 4))"), "one that lasts, though the value alone does not");
    let whole = methods(Features { generalisation: false, ..Features::default() });
    assert_eq!(whole[0].1, "(not (= x0 (- 3)))");
}
