//! Every derivation in every dialect, read back as that dialect's consumers read it, and compared with the derivation itself.
//!
//! The JSON dialect has everything; it is checked by the independent checker first, and the others are compared with it.

#[path = "../common/mod.rs"]
mod common;

mod alethe;
mod numbered;
mod pictures;
mod proof;
mod restated;
mod step;
mod sweep;

use alphorn::{
    check::{Z3Text, check_derivation},
    sexpr::{Sexpr, Sexprs},
    stop::Stop,
};
use common::{alphorn, bench, scripts};
use std::{collections::BTreeMap, fs, path::Path, time::Duration};
use step::{Step, from_json};

/// The dialects, in the order in which the scripts ask for them.
const DIALECTS: [&str; 10] =
    ["json", "golem", "golem-intermediate", "eldarica", "eldarica-smt", "z3", "z3-pretty", "alethe", "dot", "svg"];

/// What is said to a script's first question.
struct Said {
    verdict: String,
    is_query: bool,
    /// The derivation in every dialect, if there is one.
    derivation: Option<BTreeMap<&'static str, String>>,
    /// The model, if there is one.
    model: Option<String>,
    errors: String,
}

/// Asks a script's first question, if it has one, and for evidence in every dialect.
fn ask(source: &str, seconds: &str) -> Option<Said> {
    let asks: String =
        DIALECTS.iter().map(|d| format!("(set-option :proof-format {d})\n(echo \"=== {d}\")\n(get-proof)\n")).collect();
    let end = question_end(source)?;
    let script = format!("{}\n(echo \"=== model\")\n(get-model)\n{asks}", &source[..end]);
    let output = alphorn().args(["--timeout", seconds]).write_stdin(script).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let output = String::from_utf8(output.stdout).unwrap();
    let verdict = output.lines().next().unwrap_or_default().to_string();
    let is_query = source[question_start(source)?..].starts_with("(query");
    let parts: BTreeMap<&str, &str> = output.split("=== ").skip(1).filter_map(|part| part.split_once('\n')).collect();
    let is_derivable = verdict == if is_query { "sat" } else { "unsat" };
    let derivation = is_derivable.then(|| DIALECTS.iter().map(|d| (*d, parts[d].to_string())).collect());
    let is_solved = verdict == if is_query { "unsat" } else { "sat" };
    let model = is_solved.then(|| parts["model"].to_string());
    Some(Said { verdict, is_query, derivation, model, errors })
}

/// The derivation of a script's first question in every dialect; none if there is no derivation.
fn derivation(source: &str, seconds: &str) -> Option<BTreeMap<&'static str, String>> {
    ask(source, seconds)?.derivation
}

/// Where the command of the first question starts.
fn question_start(source: &str) -> Option<usize> {
    let words = ["check-sat", "check-sat-assuming", "query"];
    let (all, _) = Sexprs::read_prefix(source);
    let is_question = |command: &Sexpr<'_>| command.head().is_some_and(|head| words.contains(&head.text()));
    all.iter().find(is_question).map(|command| command.span().start as usize)
}

/// Where the command of the first question ends.
fn question_end(source: &str) -> Option<usize> {
    let start = question_start(source)?;
    let (all, _) = Sexprs::read_prefix(source);
    let command = all.iter().find(|command| command.span().start as usize == start)?;
    Some(command.span().end as usize)
}

/// Checks all dialects of one derivation; the reason why Alethe has none, if it has none.
fn verify(name: &str, source: &str, all: &BTreeMap<&'static str, String>) -> Option<String> {
    let steps: Vec<Step> = from_json(&all["json"]);
    let end = question_end(source).unwrap();
    let asked = &source[..end];
    let query = question_start(source).unwrap();
    let mut z3 = Z3Text::new(Stop::new(), Duration::from_secs(20));
    let evidence = step::evidence(&steps);
    check_derivation(asked, query as u32, &evidence, &mut z3).unwrap_or_else(|e| panic!("{name}: {e}\n{evidence}"));
    numbered::golem(&all["golem"], &steps);
    numbered::theta(&all["golem"], &steps);
    numbered::golem_intermediate(&all["golem-intermediate"], &steps);
    numbered::eldarica(&all["eldarica"], &steps);
    numbered::eldarica_smt(&all["eldarica-smt"], &steps);
    numbered::theta(&all["eldarica-smt"], &steps);
    proof::solc(&format!("unsat\n{}", all["z3"]), &steps);
    proof::catalia(&all["z3-pretty"], &steps);
    pictures::dot(&all["dot"], &steps);
    pictures::svg(&all["svg"], &steps);
    match all["alethe"].strip_prefix("(error \"") {
        Some(reason) => Some(reason.trim().trim_end_matches("\")").to_string()),
        None => {
            let proof = &all["alethe"];
            alethe::check(proof, &alethe::about(proof, asked)).unwrap_or_else(|why| panic!("{name}: {why}\n{proof}"));
            None
        }
    }
}

/// Runs over scripts; gives the number of derivations, and of those that are expressible in Alethe.
fn run<'a>(files: impl Iterator<Item = &'a Path>, seconds: &str) -> (usize, usize) {
    let (mut found, mut alethe) = (0, 0);
    for path in files {
        let source = fs::read_to_string(path).unwrap();
        let Some(all) = derivation(&source, seconds) else { continue };
        found += 1;
        match verify(&path.display().to_string(), &source, &all) {
            None => alethe += 1,
            Some(reason) => {
                println!("no Alethe proof of {}: {reason}", path.display());
                assert!(reason.contains("no rule"), "{path:?}: {reason}");
            }
        }
    }
    (found, alethe)
}

#[test]
fn every_dialect_of_every_derivation_is_read_back() {
    let files = scripts(|path| path.contains("corpus/unsat") || path.ends_with("-unsafe.smt2"));
    let (found, alethe) = run(files.iter().map(|path| path.as_path()), "20");
    println!("{found} derivations, {alethe} of them in Alethe");
    assert!(found >= 80, "only {found} derivations");
    assert!(alethe >= 60, "only {alethe} proofs in Alethe");
}

/// Other people's problems; `sweep.rs` has them all.
#[test]
fn every_dialect_of_derivations_of_other_peoples_problems_is_read_back() {
    let Some(files) = bench(|set, verdict| set == "smoke" && verdict == "unsat") else { return };
    let (found, alethe) = run(files.iter().map(|path| path.as_path()), "3");
    println!("{found} derivations, {alethe} of them in Alethe");
    assert!(found >= 10, "only {found} derivations");
}

const COUNTER: &str = "(set-logic HORN)
(declare-fun loop (Int Bool) Bool)
(assert (! (forall ((b Bool)) (=> b (loop 0 b))) :named start))
(assert (forall ((n Int) (b Bool)) (=> (and (loop n b) (< n 2)) (loop (+ n 1) (not b)))))
(assert (forall ((n Int) (b Bool)) (=> (loop n b) (< n 2))))
(check-sat)
";

#[test]
fn each_dialect_as_it_looks() {
    for (name, text) in derivation(COUNTER, "20").unwrap() {
        insta::assert_snapshot!(name, text);
    }
    // There is one solution only, whatever the engine.
    let safe = "(declare-fun |a b| (Int) Bool)(assert (forall ((x Int)) (= (|a b| x) false)))(check-sat)";
    for dialect in ["z3", "eldarica", "prolog", "golem", "hoice"] {
        let output = alphorn().args(["--evidence", "--model-format", dialect]).write_stdin(safe).output().unwrap();
        insta::assert_snapshot!(format!("model-{dialect}"), String::from_utf8(output.stdout).unwrap());
    }
}
