//! Coverage: each rule is used by a derivation, or proved useless; and bounds of arguments.

mod common;

use alphorn::{
    Question, Trace,
    cover::{Coverage, Options, Status, cover},
    forward::Learning,
};
use assert_cmd::Command;
use common::{program, root, z3};
use std::fs;

fn covered(script: &str, options: &Options) -> Coverage {
    cover(&mut Question::read(script).expect("a question"), options).expect("the targets exist")
}

fn file(path: &str) -> String {
    fs::read_to_string(format!("{}/benchmarks/{path}", env!("CARGO_MANIFEST_DIR"))).expect("a benchmark")
}

/// The heads of the targets that are proved useless.
fn never(coverage: &Coverage) -> Vec<&str> {
    let is_never = |status: &Status| matches!(status, Status::Never);
    coverage.targets.iter().filter(|(_, status)| is_never(status)).map(|(target, _)| target.head.as_str()).collect()
}

#[test]
fn the_papers_first_example_is_annotated_as_in_the_paper() {
    let coverage = covered(&file("papers/cav10/simple-safe.smt2"), &Options::default());
    assert_eq!(coverage.numbers(), [7, 2, 0]);
    assert_eq!(never(&coverage), ["l7_error", "false"]);
    let proof = coverage.proof.expect("a proof");
    for label in ["l2_branch ((x0 Int)) Bool (>= x0 0)", "l5_add ((x0 Int) (x1 Int)) Bool (>= (+ x0 x1) 0)"] {
        assert!(proof.contains(label), "{label} in {proof}");
    }
    for label in ["l6_join ((x0 Int)) Bool (>= x0 0)", "l1_entry ((x0 Int)) Bool true"] {
        assert!(proof.contains(label), "{label} in {proof}");
    }
}

#[test]
fn the_other_examples_are_covered_whole() {
    let cases = [("diamond", [10, 2, 0]), ("loop1", [7, 2, 0]), ("call1", [6, 2, 0]), ("rec1", [7, 1, 0])];
    for (name, numbers) in cases {
        let coverage = covered(&file(&format!("papers/cav10/{name}-safe.smt2")), &Options::default());
        assert_eq!(coverage.numbers(), numbers, "{name}");
    }
    let coverage = covered(&file("papers/cav10/call1-unsafe.smt2"), &Options::default());
    assert_eq!(coverage.numbers(), [8, 0, 0]);
}

/// Whether a formula follows from the definitions of a proof.
fn follows(proof: &str, formula: &str) -> bool {
    let definitions = proof.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).expect("a list");
    let script = format!("{definitions}(declare-const x Int)(declare-const x1 Int)(assert (not {formula}))(check-sat)");
    let z3 = z3();
    let mut words = z3.split(' ');
    let output = Command::new(words.next().unwrap()).args(words).write_stdin(script).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim() == "unsat"
}

/// The paper's negative summary of both is x' < x: no call ends so.
#[test]
fn calls_are_summarised_as_in_the_paper() {
    let proof = |name: &str| {
        let coverage = covered(&file(&format!("papers/cav10/{name}-safe.smt2")), &Options::default());
        assert!(coverage.lemmas > Some(0), "{name}: annotation backward from the goals");
        coverage.proof.expect("a proof")
    };
    let call = proof("call1");
    assert!(follows(&call, "(= (foo_summary x x1) (< x x1))"), "{call}");
    let recursive = proof("rec1");
    assert!(follows(&recursive, "(=> (rec1_summary 0 x1) (>= x1 0))"), "{recursive}");
    assert!(follows(&recursive, "(=> (rec1_summary x x1) (>= x1 x))"), "{recursive}");
}

#[test]
fn without_learning_derivation_trees_are_tried_one_after_the_other() {
    let plain = |name: &str, most_back_edges| {
        let options = Options { learning: Learning::Nothing, most_back_edges, ..Options::default() };
        covered(&file(&format!("papers/cav10/{name}.smt2")), &options)
    };
    let left = |coverage: &Coverage| match &coverage.targets.last() {
        Some((_, Status::Open(reason))) => reason.clone(),
        other => panic!("{other:?} is not open"),
    };
    let call = plain("call1-safe", 1);
    assert_eq!((call.numbers(), call.lemmas), ([6, 0, 2], None), "it reaches the same, and proves nothing");
    assert_eq!(left(&call), "not reached by any derivation tree");
    assert_eq!(plain("call1-unsafe", 1).numbers(), [8, 0, 0]);
    let [few, more] = [1, 2].map(|most_back_edges| plain("rec1-safe", most_back_edges));
    assert_eq!([few.numbers(), more.numbers()], [[7, 0, 1]; 2]);
    assert_eq!(left(&few), "not reached with 1 back edges on a branch");
    assert!(0 < few.counters.backtracks && few.counters.backtracks < more.counters.backtracks, "there are more trees");
}

#[test]
fn deep_trees_of_calls_are_covered_and_their_proof_is_found() {
    assert_eq!(covered(&file("families/calls-006-safe.smt2"), &Options::default()).numbers(), [7, 1, 0]);
    assert_eq!(covered(&file("families/calls-006-unsafe.smt2"), &Options::default()).numbers(), [9, 0, 0]);
}

/// The derivation of a target.
fn trace<'a>(coverage: &'a Coverage, head: &str) -> &'a Trace {
    let found = coverage.targets.iter().find_map(|(target, status)| match status {
        Status::Covered { trace, .. } if target.head == head => Some(trace),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{head} is covered"))
}

#[test]
fn a_test_has_a_value_for_each_variable_of_the_source_and_for_no_other() {
    let coverage = covered(&file("papers/cav10/call1-safe.smt2"), &Options::default());
    for (head, names) in [("l3_entry", &["x", "y"][..]), ("l4_call", &["x", "y"]), ("l5_check", &["x", "y", "x1"])] {
        let last = trace(&coverage, head).steps.last().unwrap();
        assert_eq!(last.values.iter().map(|binding| &*binding.name).collect::<Vec<_>>(), names, "{head}");
        assert_eq!(last.fact.as_ref().map(|fact| fact.args.len()), Some(2), "{head}");
    }
    // What is asserted together with a goal is printed from its normal form.
    let script = "(set-logic HORN) (declare-fun P (Int) Bool) (declare-fun Q (Int) Bool) (assert (P 0))
        (assert (and (forall ((y Int) (x Int)) (=> (P x) (Q (+ x 1)))) (forall ((x Int)) (=> (P x) (= x 0)))))
        (assert (forall ((x Int)) (=> (Q x) (P x)))) (check-sat)";
    let coverage = covered(script, &Options::default());
    let [.., by_q, goal] = &trace(&coverage, "false").steps[..] else { panic!("there are more steps") };
    assert_eq!((by_q.fact_smtlib(), goal.fact_smtlib()), ("(P 1)".into(), "false".into()));
    let told = coverage.text(true, false);
    assert!(told.contains("(Q 1) by line 2: y = 0, x = 0\n"), "{told}");
    assert!(!told.contains('!'), "{told}");
}

#[test]
fn learning_saves_an_order_of_magnitude_of_the_backtracks_on_large_drivers() {
    let Some(python) = program("python3") else { return };
    let folder = tempfile::tempdir().unwrap();
    let generate = root().join("benchmarks/families/generate");
    let options = ["--sizes", "7", "--family", "drivers"];
    Command::new(python).arg(generate).arg(folder.path()).args(options).assert().success();
    let script = fs::read_to_string(folder.path().join("drivers-007-safe.smt2")).unwrap();
    let learning = covered(&script, &Options::default());
    let plain = covered(&script, &Options { learning: Learning::Nothing, ..Options::default() });
    assert_eq!((learning.numbers(), plain.numbers()), ([97, 53, 0], [97, 0, 53]));
    let (learned, plain) = (learning.counters.backtracks, plain.counters.backtracks);
    assert!(10 * learned <= plain, "{learned} backtracks with learning, {plain} without");
}

#[test]
fn learning_saves_most_of_the_backtracks_on_drivers() {
    let script = file("families/drivers-004-safe.smt2");
    let learning = covered(&script, &Options::default());
    let plain = covered(&script, &Options { learning: Learning::Nothing, ..Options::default() });
    assert_eq!(learning.numbers(), [61, 35, 0]);
    assert_eq!(plain.numbers(), [61, 0, 35], "path enumeration reaches the same, and proves nothing");
    let (learned, plain) = (learning.counters.backtracks, plain.counters.backtracks);
    assert!(3 * learned < plain, "{learned} backtracks with learning, {plain} without");
    let bug = covered(&file("families/drivers-004-unsafe.smt2"), &Options::default());
    assert_eq!(bug.numbers(), [62, 34, 0], "the lock that is kept is found");
}

#[test]
fn predicates_may_be_named() {
    let script = "(set-logic HORN)(declare-fun P (Int) Bool)(declare-fun |a b| (Int) Bool)(declare-fun Q (Int) Bool)
        (assert (P 0))
        (assert (forall ((x Int)) (=> (and (P x) (< x 3)) (P (+ x 1)))))
        (assert (forall ((x Int)) (=> (and (P x) (> x 3)) (|a b| x))))
        (assert (forall ((x Int)) (=> (and (P x) (> x 2)) (Q x))))(check-sat)";
    let options = Options { predicates: vec!["Q".into(), "a b".into()], ..Options::default() };
    let coverage = covered(script, &options);
    assert_eq!(coverage.numbers(), [1, 1, 0]);
    assert_eq!(never(&coverage), ["|a b|"]);
    let unknown = Options { predicates: vec!["R".into()], ..Options::default() };
    assert!(cover(&mut Question::read(script).unwrap(), &unknown).is_err());
}

#[test]
fn goals_that_can_be_derived_do_not_spoil_the_proof_of_others() {
    let script = "(declare-rel p (Int)) (declare-rel q ()) (declare-var x Int)
        (rule (p 1)) (rule (=> (and (p x) (< x 0)) q) dead)
        (query p)";
    let coverage = covered(script, &Options::default());
    assert_eq!(coverage.numbers(), [2, 1, 0]);
    assert_eq!(never(&coverage), ["q"]);
}

#[test]
fn the_command_line_tells_it_as_text_and_as_json() {
    let run = |arguments: &[&str]| {
        let mut command = Command::cargo_bin("alphorn").unwrap();
        command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("RUST_LOG").arg("cover");
        let output = command.arg("benchmarks/papers/cav10/simple-safe.smt2").args(arguments).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    insta::assert_snapshot!(run(&["--tests", "--proof"]));
    let json: serde_json::Value = serde_json::from_str(&run(&["--format", "json"])).unwrap();
    assert_eq!((&json["covered"], &json["never"]), (&7.into(), &2.into()));
    assert_eq!(json["targets"][6]["steps"][2]["fact"], "(l6_join 0)");
    assert_eq!(json["targets"][7]["outcome"], "never");
}

/// The greatest value of an argument, from the command line, in both spellings and with another engine.
#[test]
fn bounds_are_found_by_the_traversal_of_clp_too() {
    let loop_with_cost = "(declare-fun loop (Int Int) Bool) (declare-fun end (Int) Bool)
        (assert (forall ((n Int)) (=> (and (<= 0 n) (<= n 3)) (loop n 2))))
        (assert (forall ((n Int) (t Int)) (=> (and (loop n t) (> n 0)) (loop (- n 1) (+ t 3)))))
        (assert (forall ((n Int) (t Int)) (=> (and (loop n t) (= n 0)) (end t)))) (check-sat)";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("loop.smt2");
    fs::write(&file, loop_with_cost).unwrap();
    let file = file.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::cargo_bin("alphorn").unwrap().env_remove("RUST_LOG").args(arguments).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    };
    let (found, code) = run(&["bound", "--engine", "clp", file, "end", "0"]);
    assert!(found.starts_with("11 is the greatest value\n") && code == Some(0), "{found}");
    let (json, _) = run(&["bound", "--engine", "clp", file, "end", "0", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["reached"], &json["proved"], &json["tight"]), (&"11".into(), &"11".into(), &true.into()));
    assert_eq!(run(&["--maximise", "end:0", "--engine", "clp", file]), (found, Some(0)));
    // What has no meaning there is refused.
    assert_eq!(run(&["--maximise", "end", file]).1, Some(2));
    assert_eq!(run(&["--maximise", "end:0", "--evidence", file]).1, Some(2));
}
