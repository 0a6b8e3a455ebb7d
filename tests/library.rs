//! The library as other programs use it: the examples run, and the front door keeps its promises.

use alphorn::{
    ClauseBuilder, Config, Outcome, Question, QuestionError,
    stop::{Cause, Stop},
};
use std::{
    process::Command,
    time::{Duration, Instant},
};

/// A plain `cargo test` builds the examples; here they run.
#[test]
fn the_examples_run() {
    let folder = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("examples");
    for (name, expected) in [
        ("solve", "false can be derived in 8 steps"),
        ("build", "y passes 9 after 12 steps"),
        ("cancel", "unknown: "),
        ("evidence", "\nverified\n"),
    ] {
        if !folder.join(name).exists() {
            eprintln!("skipped: the example {name} is not built");
            continue;
        }
        let output = Command::new(folder.join(name)).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains(expected), "{name}: {said}");
    }
}

fn limited(seconds: u64) -> Config {
    Config { timeout: Some(Duration::from_secs(seconds)), ..Config::default() }
}

#[test]
fn evidence_is_walked_in_the_sources_names() {
    let script = ClauseBuilder::new()
        .predicate("loop head", &["Int"])
        .clause(&[("count", "Int")], &["(= count 0)"], Some("(|loop head| count)"))
        .clause(&[("count", "Int")], &["(|loop head| count)", "(< count 3)"], Some("(|loop head| (+ count 1))"))
        .clause(&[("count", "Int")], &["(|loop head| count)", "(> count 2)"], None)
        .script();
    let mut question = Question::read(&script).unwrap();
    assert_eq!(question.parameters()["|loop head|"], ["count"]);
    assert_eq!(question.clauses().len(), 3);
    let Outcome::Derivable(trace) = question.solve(&limited(30)) else { panic!("expected a derivation") };
    let facts: Vec<String> = trace.steps.iter().map(|step| step.fact_smtlib()).collect();
    assert_eq!(facts, ["(|loop head| 0)", "(|loop head| 1)", "(|loop head| 2)", "(|loop head| 3)", "false"]);
    assert!(trace.steps.iter().all(|step| step.values[0].name == "count"));
    let safe = script.replace("(> count 2)", "(> count 3)");
    let Outcome::Solved(model) = Question::read(&safe).unwrap().solve(&limited(30)) else {
        panic!("expected a solution")
    };
    let [definition] = model.definitions.as_slice() else { panic!("one predicate") };
    assert_eq!(definition.parameters, [("count".to_string(), "Int".to_string())]);
    assert!(definition.body.contains("count"), "{}", definition.body);
}

#[test]
fn questions_are_counted_and_mistakes_shown() {
    let script =
        "(set-logic HORN)(declare-fun p () Bool)(assert p)(check-sat)(push)(assert (not p))(check-sat)(pop)(check-sat)";
    let outcome = |n| Question::read_nth(script, n).map(|mut question| question.solve(&limited(30)));
    assert!(matches!(outcome(0), Ok(Outcome::Solved(_))));
    assert!(matches!(outcome(1), Ok(Outcome::Derivable(_))));
    assert!(matches!(outcome(2), Ok(Outcome::Solved(_))));
    assert_eq!(outcome(3).unwrap_err(), QuestionError::NoQuestion(3));
    let error = Question::read("(set-logic HORN)\n(assert (q))\n(check-sat)").err().unwrap().to_string();
    assert!(error.contains("script:2:") && error.contains("unknown symbol"), "{error}");
    let error = Question::read("(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert (or p q))(check-sat)").err();
    assert!(error.unwrap().to_string().contains("not a Horn clause"));
}

#[test]
fn limits_and_cancelling_end_soon() {
    const HARD: &str = "(set-logic HORN)(declare-fun P (Int Int) Bool)(assert (P 0 0))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (P x y) (P (+ x 1) z))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (= (* y y) (+ 7 (* x x x)))) false)))(check-sat)";
    let reason = |config: &Config| match Question::read(HARD).unwrap().solve(config) {
        Outcome::Unknown(unknown) => unknown.reason,
        outcome => panic!("{outcome:?}"),
    };
    let start = Instant::now();
    let config = Config { timeout: Some(Duration::from_millis(300)), ..Config::default() };
    assert!(reason(&config).contains("timeout"));
    let stop = Stop::new();
    stop.stop(Cause::Cancelled);
    assert!(reason(&Config { stop, ..Config::default() }).contains("cancelled"));
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    let config = Config { engine: "no such engine".into(), ..Config::default() };
    assert!(reason(&config).contains("no engine"));
}
