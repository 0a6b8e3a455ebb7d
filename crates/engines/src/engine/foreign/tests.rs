use super::*;
use crate::engine::confirm;
use alphorn_logic::horn::testing::problem;
use std::time::Instant;

const SAFE: &str = "(declare-fun P (Int) Bool) (declare-fun |q r| () Bool) (assert (P 0)) (assert (=> false |q r|))
    (assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))
    (assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))";

/// The step has an input, so that its value has to be found; two premises are joined by `q r`.
const UNSAFE: &str = "(declare-fun P (Int Bool) Bool) (declare-fun |q r| (Real) Bool) (declare-fun z () Bool)
    (assert (forall ((b Bool)) (=> b (P (- 2) b))))
    (assert (forall ((n Int) (b Bool) (i Int)) (=> (and (P n b) (< 0 i 3)) (P (+ n (* i i i)) (not b)))))
    (assert (forall ((n Int) (m Int)) (=> (and (P n true) (P m false) (< n m)) (|q r| (/ (to_real n) (to_real m))))))
    (assert (forall ((r Real)) (=> (and (|q r| r) (< r (- 0.2))) z)))
    (assert (=> z false))";

fn verdict(said: &str) -> Option<bool> {
    let (mut terms, problem) = problem(SAFE);
    let solution = solution(&mut terms, &problem, said)?;
    Some(confirm::holds(&mut terms, &problem, &Verdict::Solved(solution), &Stop::new()))
}

/// How many steps the derivation has that is made of what a solver says.
fn derived(script: &str, said: &str) -> Option<usize> {
    let (mut terms, problem) = problem(script);
    let stop = Stop::new();
    let (limited, _linked) = stop.child();
    let facts = facts::facts(&mut terms, &problem, said);
    let rebuilt =
        with_limit(Some(Duration::from_secs(5)), &limited, || rebuild::rebuild(&mut terms, &problem, facts, &limited));
    let derivation = rebuilt?;
    let steps = derivation.steps.len();
    assert!(confirm::holds(&mut terms, &problem, &Verdict::Derivable(derivation), &stop), "{said}");
    Some(steps)
}

#[test]
fn solutions_are_read_in_every_shape_and_only_good_ones_hold() {
    let p = "(define-fun P ((a Int)) Bool (help a))";
    let help = "(define-fun help ((b Int)) Bool (>= b 0))";
    let q = "(define-fun |q r| () Bool false)";
    assert_eq!(verdict(&format!("sat\n{help}{p}{q}")), Some(true));
    assert_eq!(verdict(&format!("sat\n(model {help}{p}{q})")), Some(true));
    assert_eq!(verdict(&format!("sat\n({q}(define-fun P ((a Int)) Bool true))")), Some(false));
    assert_eq!(verdict(&format!("sat\n({q})")), None);
    assert_eq!(verdict("unsat"), None);
}

#[test]
fn a_program_is_run_and_what_it_prints_is_read() {
    let (mut terms, problem) = problem(SAFE);
    let said = "(define-fun P ((a Int)) Bool (>= a 0))(define-fun |q r| () Bool true)";
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("model");
    fs::write(&model, said).unwrap();
    let (stop, mut statistics) = (Stop::new(), Statistics::default());
    let foreign = Foreign { command: format!("cat {}", model.display()) };
    // What `cat` prints of the script itself is passed over: it has no definitions.
    let verdict = foreign.solve(&mut terms, &problem, &mut statistics, &stop);
    assert!(confirm::holds(&mut terms, &problem, &verdict, &stop));
    let missing = Foreign { command: "no-such-solver".into() };
    assert!(matches!(missing.solve(&mut terms, &problem, &mut statistics, &stop), Verdict::Unknown(_)));
}

#[test]
fn derivations_are_made_anew_from_every_dialect() {
    let golem = "unsat\n0:\ttrue\n1:\t(P (- 2) true) ->  0\n\n2:\t(P 6 false) ->  1\n
        3:\t(|q r| (- (/ 1 3))) ->  1 2\n\n4:\tz ->  3\n\n5:\tfalse ->  4\n";
    let eldarica =
        "unsat\n\n0: FALSE -> 1\n1: z -> 2\n2: |q r|(-(/(1, 3))) -> 3, 4\n3: P(6, false) -> 4\n4: P(-2, true)\n";
    let eldarica_smt =
        "unsat\n0: false -> 1\n1: z -> 2\n2: (|q r| (/ (- 1) 3)) -> 3, 4\n3: (P 6 false) -> 4\n4: (P -2 true)";
    let z3 = "unsat\n(error \"line 9 column 10: model is not available\")\n((set-logic HORN)\n(declare-fun query!0 () Bool)\n(proof
        (let ((a!1 ((_ hyper-res 0 0) (asserted (forall ((b Bool)) (=> b (P (- 2) b)))) (P (- 2) true))) (a!0 6))
        (let ((a!2 ((_ hyper-res 0 0 0 1) (asserted true) a!1 (P a!0 false))) ($x1 (/ (- 1.0) 3.0)))
        (let ((a!3 ((_ hyper-res 0 0 0 1 0 1) (asserted true) a!1 a!2 (|q r| $x1))))
        (mp ((_ hyper-res 0 0 0 1) (asserted true) ((_ hyper-res 0 0 0 1) (asserted true) a!3 z) query!0)
            (asserted (=> query!0 false)) false))))))";
    let ours = "unsat\n0: (P (- 2) true) ; line 2: b = true\n1: (P 6 false) -> 0 ; line 3: n = (- 2), b = true, i = 2
        2: (|q r| (/ (- 1) 3)) -> 0, 1 ; line 4\n3: z -> 2 ; line 5\n4: false -> 3 ; line 6";
    for said in [golem, eldarica, eldarica_smt, z3, ours] {
        assert_eq!(derived(UNSAFE, said), Some(5), "{said}");
    }
}

#[test]
fn what_does_not_follow_does_not_count() {
    // None of these is a fact of the problem; with `(P (- 1))` *false* could be derived.
    for said in ["unsat\n0: false -> 1\n1: (P (- 1)) -> 2\n2: (P 0)", "unsat\n(P 0) (P -1) |q r|", "unsat"] {
        assert_eq!(derived(SAFE, said), None, "{said}");
    }
    // The derivation of before with wrong facts among the right ones.
    let said =
        "(P -2 true) (P -1 true) (P 5 false) (P 6 false) (P 6 true) (|q r| 0.5) (|q r| (- (/ 1 3))) z (P x true)";
    assert_eq!(derived(UNSAFE, said), Some(5));
}

#[test]
fn facts_that_were_left_out_are_found() {
    // Inlining leaves one predicate, or not even that much.
    assert_eq!(derived(UNSAFE, "unsat\n1: P(-2, true)\n2: P(6, false)"), Some(5));
    assert_eq!(derived(UNSAFE, "unsat\n1: P(6, false)"), Some(5));
    assert_eq!(derived(UNSAFE, "unsat\n(mp ((_ hyper-res 0 0) (asserted query!0) query!0) false)"), Some(5));
    let count = "(declare-fun P (Int) Bool) (declare-fun Q (Int) Bool) (assert (P 0))
        (assert (forall ((x Int)) (=> (P x) (Q (+ x 1))))) (assert (forall ((x Int)) (=> (Q x) (P (+ x 1)))))
        (assert (forall ((x Int)) (=> (and (P x) (= x 60)) false)))";
    let every_fourth: String = (0..=15).map(|n| format!("(P {})\n", 4 * n)).collect();
    assert_eq!(derived(count, &every_fourth), Some(62));
}

#[test]
fn values_of_all_sorts_are_read() {
    let script = "(declare-datatypes ((L 0) (C 0)) (((nil) (cons (head (_ BitVec 8)) (tail L))) ((red) (blue))))
        (declare-fun P (L (Array Int C)) Bool) (declare-fun Q ((_ BitVec 8) Real) Bool)
        (assert (P (cons #x0f nil) (store ((as const (Array Int C)) red) 1 blue)))
        (assert (forall ((l L) (a (Array Int C)) (r Real)) (=> (and (P l a) (= r 2.5) (= (select a 1) blue)) (Q (head l) r))))
        (assert (forall ((b (_ BitVec 8)) (r Real)) (=> (Q b r) (= b #x10))))";
    let lists = [
        "(cons #x0f nil)",
        "(cons (_ bv15 8) (as nil L))",
        "cons(15, nil)",
        "cons(-241, nil)",
        "((as cons L) #b00001111 nil)",
    ];
    let arrays = ["(store ((as const (Array Int C)) red) 1 blue)", "store(store(const(red), 1, red), 1, blue)"];
    for list in lists {
        for array in arrays {
            let (mut terms, problem) = alphorn_logic::horn::testing::problem(script);
            let said = format!("0: (P {list} {array})\n1: (Q #x0f 2.5)\n2: Q(0x, 1/2)\n3: (P nil nil)");
            assert_eq!(facts::facts(&mut terms, &problem, &said).len(), 2, "{said}");
            assert_eq!(derived(script, &said), Some(3), "{said}");
        }
    }
    // The script that another solver gets declares the sorts.
    let (mut terms, problem) = alphorn_logic::horn::testing::problem(script);
    let declarations = sort_declarations(&terms);
    let sent = problem.script(&mut terms, &declarations);
    assert_eq!(alphorn_logic::horn::testing::problem(&sent).1.rules.len(), 3, "{sent}");
}

/// The listing may be in either order; far more than a second would be needed if each fact were compared with all others by Z3.
#[test]
fn long_listings_are_no_matter() {
    let script = "(declare-fun P (Int Int) Bool) (assert (P 0 0))
        (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 2)))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x 2000)) false)))";
    let mut lines: Vec<String> = (0..=2000).map(|n| format!("{n}: (P {n} {})\n", 2 * n)).collect();
    for _ in 0..2 {
        let (mut terms, problem) = problem(script);
        let (start, stop) = (Instant::now(), Stop::new());
        let facts = facts::facts(&mut terms, &problem, &lines.concat());
        let derivation = rebuild::rebuild(&mut terms, &problem, facts, &stop).expect("a derivation");
        assert_eq!(derivation.steps.len(), 2002);
        assert!(start.elapsed().as_secs() < 10, "took {:?}", start.elapsed());
        lines.reverse();
    }
}

#[test]
fn only_who_says_unsat_shows_a_derivation() {
    let (mut terms, problem) = problem(UNSAFE);
    let mut shows = |said| derivation(&mut terms, &problem, said, &Stop::new()).is_some();
    assert!(!shows("sat\n(P (- 2) true) (P 6 false)") && shows("(P (- 2) true) (P 6 false)\nunsat\n"));
}
