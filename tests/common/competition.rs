//! The competition's validation of models.

use alphorn::sexpr::{Kind, Sexpr, Sexprs};
use std::{fs, process::Command};

/// The competition's validation of models (`validate-model.py`), step by step: skip to the line `sat`, take the definitions,
/// put each in the place of its declaration, negate the conjunction of all clauses, and ask. The error is what the solver says.
pub fn competition_accepts(script: &str, answer: &str, solver: &str) -> Result<(), String> {
    let model = answer.split_once("sat\n").unwrap().1;
    let model = Sexprs::read(model).unwrap();
    let list = model.iter().next().unwrap();
    let commands = Sexprs::read_prefix(script).0;
    let mut out = String::from("(set-logic ALL)\n");
    let mut clauses = String::new();
    for command in commands.iter() {
        let parts: Vec<_> = command.children().collect();
        match parts[0].text() {
            "declare-fun" => {
                // A missing definition is an error of the solver.
                let is_it = |d: &Sexpr<'_>| d.children().nth(1).unwrap().symbol() == parts[1].symbol();
                let definition = list.children().find(is_it).expect("every predicate is defined");
                assert!(!has_attribute(definition), "no attributes: {}", definition.text());
                out += definition.text();
            }
            "assert" => clauses += parts[1].text(),
            "declare-datatypes" | "declare-datatype" | "declare-sort" | "define-fun" | "define-sort" => {
                out += command.text()
            }
            _ => {}
        }
    }
    out += &format!("(assert (not (and true {clauses})))\n(check-sat)\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("validate.smt2");
    fs::write(&file, out).unwrap();
    let mut words = solver.split(' ');
    let run = Command::new(words.next().unwrap()).args(words).arg(&file).output().unwrap();
    match String::from_utf8_lossy(&run.stdout).trim() {
        "unsat" => Ok(()),
        said => Err(format!("{solver}: {}", said.chars().take(200).collect::<String>())),
    }
}

/// Whether a keyword stands anywhere in a definition.
fn has_attribute(definition: Sexpr<'_>) -> bool {
    let mut open = vec![definition];
    while let Some(node) = open.pop() {
        if node.kind() == Kind::Keyword {
            return true;
        }
        if node.is_list() {
            open.extend(node.children());
        }
    }
    false
}
