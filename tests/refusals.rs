//! Scripts that try to get a verdict about less than what they say: commands that are left out, of all kinds, in all scopes,
//! in all dialects. Each question gets exactly one verdict line, and no verdict is about a weaker problem.

mod common;

use alphorn::{Config, Outcome, Question};
use common::{alphorn, z3};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Output, Stdio},
};

/// What all scripts begin with: a relation with one fact, and a clause that makes it contradict what is asserted last.
const BASE: &str = "(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P 0))\n";
/// With this clause there is no solution.
const GOAL: &str = "(assert (forall ((x Int)) (=> (P x) false)))\n";

/// Scripts after [`BASE`], with the verdicts of their questions.
const SCRIPTS: &[(&str, &str)] = &[
    // Assertions.
    ("(assert (foo))(check-sat)", "unknown"),
    ("(assert (P true))(check-sat)", "unknown"),
    ("(assert (P 1 2))(check-sat)", "unknown"),
    ("(assert)(check-sat)", "unknown"),
    ("(assert (P 1) (P 2))(check-sat)", "unknown"),
    ("(assert 1)(check-sat)", "unknown"),
    ("(assert (= \"a\" \"b\"))(check-sat)", "unknown"),
    ("(assert (forall ((s String)) (P 1)))(check-sat)", "unknown"),
    ("(assert (! (P 1) :named P))(check-sat)", "unknown"),
    ("(assert (! (P 1) :named a))(assert (! (P 2) :named a))(check-sat)", "unknown"),
    ("(assert (let ((x 1) (x 2)) (P x)))(check-sat)", "unknown"),
    ("(assert (forall ((x Int) (x Int)) (P x)))(check-sat)", "unknown"),
    ("(assert ((_ extract 1 2) #b0))(check-sat)", "unknown"),
    ("(rule (=> (P x) (P (+ x 1))))(check-sat)", "unknown"),
    ("(assert (foo))(assert (bar))(check-sat)(check-sat)", "unknown unknown"),
    // Declarations and definitions.
    ("(declare-fun Q (Foo) Bool)(check-sat)", "unknown"),
    ("(declare-fun P (Int) Bool)(check-sat)", "unknown"),
    ("(declare-fun P (Int Int) Bool)(check-sat)", "unknown"),
    ("(declare-fun and (Int) Bool)(check-sat)", "unknown"),
    ("(declare-const P Bool)(check-sat)", "unknown"),
    ("(declare-sort S 3)(check-sat)", "unknown"),
    ("(declare-datatype D ((c (f E))))(check-sat)", "unknown"),
    ("(declare-datatypes ((D 0) (E 0)) (((c)) ((c))))(check-sat)", "unknown"),
    ("(define-fun f ((x Int)) Int true)(check-sat)", "unknown"),
    ("(define-fun f ((x Int)) Bool (P y))(check-sat)", "unknown"),
    ("(define-fun-rec f ((x Int)) Int (f (- x 1)))(assert (P (f 1)))(check-sat)", "unknown"),
    ("(define-fun-rec P ((x Int)) Bool (and (> x 1) (P (- x 1))))(check-sat)", "unknown"),
    ("(define-funs-rec ((P ((x Int)) Bool)) ((P x)))(check-sat)", "unknown"),
    ("(define-fun-rec + ((x Int)) Int (+ x))(check-sat)", "unknown"),
    ("(define-fun-rec f ((x Int)) Bool (f x))(declare-fun f (Int) Bool)(assert (f 1))(check-sat)", "unknown"),
    ("(define-fun-rec f ((x Int)) Bool (f x))(check-sat)(reset)(declare-fun f (Int) Bool)(check-sat)", "sat sat"),
    ("(define-sort T (X) (Foo X))(check-sat)", "unknown"),
    ("(declare-rel P (Int))(check-sat)", "unknown"),
    ("(declare-var P Int)(check-sat)", "unknown"),
    ("(define-fun P () Bool false)(assert (=> (P 0) false))(check-sat)", "unknown"),
    // What uses a declaration that was left out is left out as well.
    ("(declare-fun Q (Foo) Bool)(assert (Q 1))(assert (=> (Q 1) false))(check-sat)", "unknown"),
    // A datatype that was left out leaves nothing behind.
    (
        "(push)(declare-datatypes ((D 0)) (((c (f Foo)))))(pop)(declare-datatypes ((D 0)) (((c (f Int)))))
         (declare-fun Q (D) Bool)(assert (Q (c 1)))(check-sat)(assert (=> (Q (c 1)) false))(check-sat)",
        "sat unsat",
    ),
    // Scopes.
    ("(push)(assert (foo))(check-sat)(pop)(check-sat)", "unknown sat"),
    ("(push)(push)(assert (foo))(pop)(check-sat)(pop)(check-sat)", "sat sat"),
    ("(push)(assert (foo))(push)(check-sat)(pop)(check-sat)(pop)(check-sat)", "unknown unknown sat"),
    ("(assert (foo))(push)(pop)(check-sat)", "unknown"),
    ("(assert (foo))(reset-assertions)(check-sat)", "sat"),
    ("(assert (foo))(reset)(check-sat)", "sat"),
    ("(push)(declare-fun Q (Foo) Bool)(pop)(declare-fun Q (Int) Bool)(assert (Q 1))(check-sat)", "sat"),
    ("(push 2)(assert (foo))(pop 2)GOAL(check-sat)", "unsat"),
    ("(pop)(check-sat)", "unknown"),
    ("(push)(pop 2)(pop)(check-sat)", "unknown"),
    ("(push)GOAL(pop 7)(check-sat)", "unknown"),
    ("(push -1)(check-sat)", "unknown"),
    ("(push 1.5)(check-sat)(pop)(check-sat)", "unknown unknown"),
    ("(push 99999999999999999999)(check-sat)", "unknown"),
    ("(push 1 2)(check-sat)(reset)(check-sat)", "unknown sat"),
    ("(pop a)(push)(pop)(check-sat)", "unknown"),
    ("(Push)GOAL(pop)(check-sat)", "unknown"),
    ("(reset 1)(check-sat)", "unknown"),
    ("(reset-assertions now)(check-sat)", "unknown"),
    ("(rest)(check-sat)", "unknown"),
    // Global declarations.
    ("(set-option :global-declarations true)(push)(declare-fun Q (Foo) Bool)(pop)(check-sat)", "unknown"),
    ("(set-option :global-declarations true)(push)(assert (foo))(pop)(check-sat)", "sat"),
    ("(set-option :global-decls true)(push)(declare-fun Q (Int) Bool)(pop)(assert (Q 1))(check-sat)", "sat"),
    ("(set-option :global-declarations maybe)(check-sat)", "unknown"),
    ("(set-option :global-declarations)(push)(pop)(check-sat)", "unknown"),
    // Commands that nobody knows.
    ("(assret (=> (P 0) false))(check-sat)", "unknown"),
    ("(assert-not (P 0))(check-sat)", "unknown"),
    ("(assert-soft (P 0))(check-sat)", "unknown"),
    ("(declare-heap H)(check-sat)", "unknown"),
    ("(include \"clauses.smt2\")(check-sat)", "unknown"),
    ("(push)(frobnicate P)(pop)(check-sat)", "sat"),
    ("(frobnicate)(check-sat)", "sat"),
    // Commands that change nothing, with mistakes.
    ("(set-info)(set-logic)(echo)(get-model 1)(get-value ())(set-option)(exit 1)(check-sat)", "sat"),
    ("(eval (foo))(simplify)(display)(get-frob)(help nothing)GOAL(check-sat)", "unsat"),
    // Questions with mistakes, which leave the rest alone.
    ("(check-sat now)(check-sat)", "unknown sat"),
    ("(check-sat-assuming ((foo)))(check-sat-assuming)(check-sat)", "unknown unknown sat"),
    ("(query Q)(query (P true))(check-sat)", "unknown unknown sat"),
    ("(check-sat-using)(check-sat-using smt)", "unknown sat"),
    // Outside of what is decided.
    ("(declare-fun Q (Int) Bool)(assert (forall ((x Int)) (or (P x) (Q x))))(check-sat)", "unknown"),
    ("(declare-const c Int)(assert (P c))(check-sat)", "unknown"),
    ("(declare-fun f (Int) Int)(push)(assert (P (f 0)))(check-sat)(pop)(check-sat)", "unknown sat"),
    ("(declare-const b Bool)(declare-const c Int)(check-sat-assuming ((= c 1)))(check-sat)", "unknown sat"),
    // Text that is no script.
    ("(check-sat))(check-sat)(reset)(check-sat)", "sat unknown sat"),
    ("word (check-sat)", "unknown"),
    ("1x (check-sat)", "unknown"),
    ("()(check-sat)", "unknown"),
    ("(12)(check-sat)", "unknown"),
    ("((assert (foo)))(check-sat)", "unknown"),
    ("(push)(assert (= 1 #q))(check-sat)(pop)(check-sat)", "unknown sat"),
    ("(push)(assert {)(check-sat)(pop)(check-sat)", "unknown sat"),
    ("(push #b)(check-sat)(pop)(check-sat)", "unknown unknown"),
    ("(check-sat #q)(check-sat)", "unknown sat"),
    ("(check-sat)(assert (foo", "sat"),
    ("(check-sat)(check-sat", "sat"),
    ("(check-sat)(echo \"never closed)(check-sat)", "sat"),
    ("(check-sat)(assert |never closed)(check-sat)", "sat"),
    // Nothing after the end.
    ("(check-sat)(exit)(assert (foo))(check-sat)", "sat"),
];

const DIALECTS: [&[&str]; 5] =
    [&[], &["--compat", "z3", "-in"], &["--compat", "eld", "-in"], &["--compat", "golem"], &["--compat", "hoice"]];

fn verdicts(out: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(out);
    text.lines().filter(|line| ["sat", "unsat", "unknown"].contains(line)).map(String::from).collect()
}

fn run(dialect: &[&str], script: &str) -> Output {
    alphorn().args(dialect).write_stdin(script).output().unwrap()
}

fn script(rest: &str) -> String {
    format!("{BASE}{}\n", rest.replace("GOAL", GOAL))
}

#[test]
fn each_question_has_one_line_and_no_verdict_is_about_less() {
    let mut failures = String::new();
    for (rest, expected) in SCRIPTS {
        for dialect in DIALECTS {
            let output = run(dialect, &script(rest));
            let found = verdicts(&output.stdout).join(" ");
            if found != *expected || output.status.code().is_none() {
                failures += &format!("{dialect:?}: {rest}\n  expected {expected}, found {found}: {output:?}\n");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Where Z3 answers the same questions and both decide, they say the same.
#[test]
fn no_verdict_contradicts_z3() {
    let command = z3();
    let words: Vec<&str> = command.split(' ').collect();
    for (rest, expected) in SCRIPTS {
        let mut child = Command::new(words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(script(rest).as_bytes()).unwrap();
        let theirs = verdicts(&child.wait_with_output().unwrap().stdout);
        let ours: Vec<&str> = expected.split(' ').collect();
        if theirs.len() == ours.len() {
            let decided = ours.iter().zip(&theirs).filter(|(a, b)| **a != "unknown" && *b != "unknown");
            decided.into_iter().for_each(|(a, b)| assert_eq!(*a, b, "{rest}"));
        }
    }
}

/// In our own dialect a command that was left out means that the process ends with 1.
#[test]
fn a_command_that_was_left_out_is_told_by_the_exit_code() {
    for (rest, code) in [
        ("(assert (foo))", 1),
        ("(push)(assert (foo))(pop)(check-sat)", 1),
        ("(frobnicate)", 1),
        ("(set-option :timeout soon)(check-sat)", 1),
        ("(check-sat now)", 1),
        ("(declare-const c Int)(assert (P c))(check-sat)", 1),
        ("(check-sat)(assert (foo", 1),
        ("(check-sat)", 0),
        ("(check-sat)(get-proof)", 0),
    ] {
        assert_eq!(run(&[], &script(rest)).status.code(), Some(code), "{rest}");
    }
}

/// The reason names the command, its place, and what is wrong, though lines were left out before.
#[test]
fn the_reason_names_the_command_that_was_left_out() {
    let script = "(declare-fun P (Int) Bool)\n(push)\n(assert (and\n  (bar)\n))\n(pop)\n  (assert (P tru))\n(assert (foo))
(check-sat)\n(get-info :reason-unknown)\n(reset)\n(declare-fun Q (Int Int) Bool)\n(assert (forall ((x Int)) (or (Q x x) (Q x 1))))
(check-sat)\n(get-info :reason-unknown)\n";
    for dialect in [DIALECTS[0], DIALECTS[1]] {
        let out = String::from_utf8(run(dialect, script).stdout).unwrap();
        let reasons: Vec<&str> = out.lines().filter(|line| line.starts_with("(:reason")).collect();
        let refused =
            "(:reason-unknown \"the command `assert` at line 7 column 3 was refused: line 7 column 14: unknown symbol";
        assert!(reasons[0].starts_with(refused), "{out}");
        assert!(reasons[1].starts_with("(:reason-unknown \"line 13 column 1: not a Horn clause"), "{out}");
    }
}

/// Who reads from a pipe gets each line before the next command is there, after a mistake too.
#[test]
fn lines_come_at_once_and_in_order() {
    for dialect in [DIALECTS[0], DIALECTS[1]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_alphorn"))
            .args(dialect)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut next = || lines.next().unwrap().unwrap();
        for (command, expected) in [
            ("(declare-fun P (Int) Bool)(push)(assert (foo))", "(error \"line 1 column 42"),
            ("(check-sat)", "unknown"),
            ("(echo \"still here\")", "still here"),
            (")", "(error \"line 4 column 1"),
            ("(check-sat)", "unknown"),
            ("(reset)(check-sat)", "sat"),
        ] {
            writeln!(input, "{command}").unwrap();
            let line = next();
            assert!(line.starts_with(expected), "{dialect:?} {command}: {line}");
        }
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
}

/// The library sees the same scopes.
#[test]
fn a_question_of_the_library_is_not_about_less() {
    let text = script("(push)(assert (foo))(check-sat)(pop)(check-sat)(check-sat now)(check-sat)");
    let wrong = |number| Question::read_nth(&text, number).err().unwrap().to_string();
    assert!(wrong(0).contains("script:4:16: error: unknown symbol `foo`"), "{}", wrong(0));
    assert!(wrong(2).contains("expected `)`, found `now`"), "{}", wrong(2));
    for number in [1, 3] {
        let mut question = Question::read_nth(&text, number).unwrap();
        assert!(matches!(question.solve(&Config::default()), Outcome::Solved(_)));
    }
    assert!(Question::read_nth(&text, 4).is_err_and(|error| error.to_string().contains("unknown symbol")));
    assert!(Question::read(&script("(frob 1)(check-sat)")).is_err());
}

/// Bytes that are no text cost the command that they are in; in a comment they do no harm.
#[test]
fn every_question_beside_bytes_that_are_no_text_is_answered() {
    let played = |bytes: &[u8]| {
        let mut input = script("(check-sat)").into_bytes();
        input.extend(bytes);
        let output = alphorn().write_stdin(input).output().unwrap();
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let (errors, verdicts): (Vec<&str>, Vec<&str>) = out.lines().partition(|line| line.starts_with("(error"));
        assert!(errors.iter().all(|error| error.contains("invalid UTF-8")), "{out}");
        (verdicts.join(" "), errors.len(), output.status.code())
    };
    assert_eq!(played(b"; \xe4\n(check-sat)"), ("sat sat".into(), 0, Some(0)));
    assert_eq!(played(b"(echo \"\xff\")\n(check-sat)"), ("sat sat".into(), 1, Some(1)));
    assert_eq!(played(b"(push)(assert (|\xff| 1))(check-sat)(pop)(check-sat)"), ("sat unknown sat".into(), 1, Some(1)));
    assert_eq!(played(b"\0(check-sat)(reset)(check-sat)"), ("sat unknown sat".into(), 1, Some(1)));
    // Two names that differ in such a byte are never taken for one.
    let two = b"(assert (forall ((|\xe4| Int) (|\xf6| Int)) (=> (= |\xe4| 1) (P |\xe4|))))(check-sat)";
    assert_eq!(played(two), ("sat unknown".into(), 1, Some(1)));
}

/// A script that is restated says no less than the script.
#[test]
fn nothing_is_restated_without_what_was_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.smt2");
    std::fs::write(&file, script("(push)(assert (foo))(check-sat)(pop)(check-sat)")).unwrap();
    let restate = |number| {
        let output = alphorn().arg("restate").arg(&file).args(["--question", number]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).contains("unknown symbol `foo`"))
    };
    assert_eq!((restate("0"), restate("1")), ((Some(1), true), (Some(0), false)));
}
