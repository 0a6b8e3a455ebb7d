//! Every operator that is read, with its value: the solver and those that check its evidence must agree about it.

mod common;

use common::{alphorn, program, root};
use std::{
    fmt::Write,
    fs,
    path::Path,
    process::{Command, Output},
};

/// Lines of `term ; value`.
const ROWS: &str = include_str!("operators.txt");

const HEAD: &str = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 0))\n";

fn rows() -> Vec<(&'static str, &'static str)> {
    ROWS.lines().map(|line| line.split_once(" ; ").unwrap()).collect()
}

fn clause(condition: &str) -> String {
    format!("(assert (forall ((x Int)) (=> (and (P x) {condition}) false)))")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn certified(file: &Path, folder: &Path, verdict: &str) {
    let output = alphorn().args(["certify", "--timeout", "100", "-o"]).arg(folder).arg(file).output().unwrap();
    assert!(said(&output).starts_with(verdict), "{}", said(&output));
    let output = alphorn().arg("verify").arg(folder).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    if let Some(python) = program("python3") {
        let script = root().join("scripts/check_certificate.py");
        let output = Command::new(python).arg(script).args([folder, file]).output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
    }
}

#[test]
fn no_operator_has_another_value() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("all.smt2");
    let clauses: String =
        rows().iter().map(|(term, value)| clause(&format!("(not (= {term} {value}))")) + "\n").collect();
    fs::write(&file, format!("{HEAD}{clauses}(check-sat)\n")).unwrap();
    certified(&file, &folder.path().join("certificate"), "sat\n");
}

#[test]
fn every_operator_has_its_value() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("each.smt2");
    let mut script = HEAD.to_string();
    for (term, value) in rows() {
        let _ = writeln!(script, "(push){}(check-sat)(pop)", clause(&format!("(= {term} {value})")));
    }
    fs::write(&file, script).unwrap();
    let output = alphorn().arg(&file).output().unwrap();
    let answers = String::from_utf8_lossy(&output.stdout);
    let wrong: Vec<_> = rows().into_iter().zip(answers.lines()).filter(|(_, answer)| *answer != "unsat").collect();
    assert!(wrong.is_empty() && answers.lines().count() == rows().len(), "{wrong:?} {}", said(&output));
}

/// Datatypes with parameters as Z3 and older verifiers declare them: in the block the name alone is the datatype.
#[test]
fn datatypes_may_be_declared_as_before_the_standard_had_them() {
    let folder = tempfile::tempdir().unwrap();
    for (name, verdict, script) in [
        (
            "list",
            "sat\n",
            "(declare-datatypes (T) ((List nil (cons (head T) (tail List)))))
            (declare-fun p ((List Int)) Bool)(declare-fun q ((List Bool)) Bool)
            (assert (p nil))(assert (q nil))
            (assert (forall ((x Int) (l (List Int))) (=> (and (p l) (> x 0)) (p (cons x l)))))
            (assert (forall ((l (List Int))) (=> (and (p l) (is-cons l) (<= (head l) 0)) false)))",
        ),
        (
            "trees",
            "unsat\n",
            "(declare-datatypes (S T) ((Tree leaf (node (label S) (below Forest))) (Forest none (more (first Tree) (rest Forest)))
            (Pair (pair (fst S) (snd T)))))
            (declare-fun p ((Tree Int Bool) (Pair (Forest Int Bool) Int)) Bool)
            (assert (p (node 1 (more leaf none)) (pair none 2)))
            (assert (forall ((t (Tree Int Bool)) (x (Pair (Forest Int Bool) Int)))
              (=> (and (p t x) (= (fst x) (rest (below t)))) false)))",
        ),
    ] {
        let file = folder.path().join(format!("{name}.smt2"));
        fs::write(&file, format!("(set-logic HORN){script}(check-sat)\n")).unwrap();
        certified(&file, &folder.path().join(name), verdict);
    }
}

/// What is declared without parameters may stand between parentheses.
#[test]
fn applications_to_nothing_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nothing.smt2");
    let script = "(set-logic HORN)(declare-datatype C ((red) (blue)))(declare-fun z () Bool)(declare-fun p (C) Bool)
        (assert (=> (and) (z)))(assert (=> (z) (p (red))))(assert (=> (p (blue)) false))(check-sat)";
    fs::write(&file, script).unwrap();
    certified(&file, &folder.path().join("certificate"), "sat\n");
}
