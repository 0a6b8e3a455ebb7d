//! Names of the source that look like something else: every answer speaks of them, and no printed text may misread them.

mod common;

use alphorn::{
    Config, Outcome, Question,
    check::{Z3Text, check_solution},
    stop::Stop,
};
use common::alphorn;
use std::time::Duration;

/// What the program prints when it is given a script.
fn said(arguments: &[&str], script: &str) -> String {
    let output = alphorn().args(arguments).write_stdin(script).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn holds(script: &str, model: &str) {
    let query = script.find("(check-sat)").unwrap() as u32;
    let mut backend = Z3Text::new(Stop::new(), Duration::from_secs(10));
    check_solution(script, query, model, &mut backend).unwrap_or_else(|failure| panic!("{failure}\n{model}"));
}

/// A predicate of which only `constructor` is true; `goal` says so about `t`.
fn only(constructor: &str, goal: &str) -> String {
    format!(
        "(set-logic HORN)(declare-datatypes ((T 0)) ((({constructor}) (other))))(declare-fun P (T Int) Bool)
(assert (P {constructor} 0))(assert (forall ((t T) (x Int)) (=> (P t x) {goal})))(check-sat)"
    )
}

#[test]
fn no_parameter_of_a_model_has_the_name_of_a_constructor() {
    for (constructor, arguments) in [
        ("A", &["--compat", "eld", "-ssol"][..]),
        ("B", &["--compat", "eld", "-ssol"]),
        ("x0", &["--compat", "z3", "-in"]),
        ("x1", &["--compat", "golem", "--print-witness"]),
        ("x0", &["--compat", "hoice"]),
    ] {
        let script = only(constructor, &format!("(= t {constructor})"));
        let asked = format!("{script}(get-model)");
        let model = said(arguments, &asked);
        holds(&script, model.strip_prefix("sat\n").unwrap());
    }
    let prolog = said(&["--compat", "eld", "-sol"], &only("A", "(= t A)"));
    assert!(prolog.starts_with("sat\nP(A!1, B) :- ") && prolog.contains("A!1"), "{prolog}");
}

/// `t` is the source's name for the parameter, and something else, too.
#[test]
fn definitions_with_the_names_of_the_source_are_what_was_checked() {
    for constructor in ["t", "x", "is-t", "A"] {
        let script = only(constructor, "(not ((_ is other) t))");
        let Outcome::Solved(model) = Question::read(&script).unwrap().solve(&Config::default()) else {
            panic!("{constructor}: there is a solution")
        };
        let definition = &model.definitions[0];
        let parameters: Vec<String> =
            definition.parameters.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
        let stated =
            format!("(define-fun {} ({}) Bool {})", definition.predicate, parameters.join(" "), definition.body);
        holds(&script, &stated);
        holds(&script, &model.text);
    }
}

/// A counter with a predicate of this name: derivable if the bound is low.
fn counter(name: &str, bound: u32) -> String {
    format!(
        "(set-logic HORN)(declare-fun {name} (Int) Bool)(assert ({name} 0))
(assert (forall ((x Int)) (=> (and ({name} x) (< x 3)) ({name} (+ x 1)))))
(assert (forall ((x Int)) (=> (and ({name} x) (> x {bound})) false)))(check-sat)"
    )
}

#[test]
fn reserved_words_and_foreign_letters_are_names_like_others() {
    for name in ["|let|", "|forall|", "|exists|", "|Int|", "|Bool|", "||", "|!|", "é", "|as|", "|_|", "|a  b|"] {
        let solve = |script: &str| Question::read(script).unwrap().solve(&Config::default());
        let solved = solve(&counter(name, 5));
        assert!(matches!(solved, Outcome::Solved(_)), "{name}: {solved:?}");
        let derived = solve(&counter(name, 1));
        assert!(matches!(derived, Outcome::Derivable(_)), "{name}: {derived:?}");
    }
}

#[test]
fn lines_are_kept_whole() {
    let script = counter("|a  b|", 1).replace("(< x 3)", "; a comment\n  (< x 3)");
    let lines = said(&["--proof-format", "golem-intermediate", "--evidence"], &script);
    let clause = "(forall ((x Int)) (=> (and (|a  b| x) (< x 3)) (|a  b| (+ x 1))))  :args (0)";
    assert!(lines.lines().any(|line| line.ends_with(clause)), "{lines}");
    let implication = "(=> (|a  b| 0) (|a  b| 1))";
    assert!(lines.lines().any(|line| line.ends_with(implication)), "{lines}");
    let mut command = alphorn();
    command.args(["--proof-format", "golem", "--evidence"]).write_stdin(counter("|a\nb|", 1));
    let broken = command.output().unwrap();
    assert_eq!((broken.stdout.as_slice(), broken.status.code()), (&b"unsat\n"[..], Some(5)));
    let errors = String::from_utf8_lossy(&broken.stderr);
    assert!(errors.contains("the golem dialect cannot express this derivation: "), "{errors}");
}
